import { useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidate, setServerData } from '@/api/invalidate';
import { roleOf } from '@/session/roleOf';
import { type Account, updateAccount } from '@/session/session';
import { useAccount } from '@/session/useAccount';
import { Badge } from '@/shared/ui/Badge';
import { ErrorState } from '@/shared/ui/ErrorState';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Skeleton } from '@/shared/ui/Skeleton';
import { AccountAddress } from './AccountAddress';
import { AccountPhoto } from './AccountPhoto';
import { AccountSection } from './AccountSection';
import styles from './AccountSection.module.css';
import { accountQuery } from './accountQuery';
import { ChangePasswordForm } from './ChangePasswordForm';
import { messages } from './messages';
import { ProfileForm } from './ProfileForm';

export function AccountPage() {
  const { email, isAdmin, isClient } = useAccount();
  const stored = useQuery(accountQuery);
  return (
    <div className={styles.page}>
      <PageHeader title={messages.account} state={<Badge tone="accent">{roleOf({ isAdmin, isClient })}</Badge>} />
      {stored.data ? (
        <AccountSections account={stored.data} />
      ) : stored.isError ? (
        <ErrorState message={messages.notLoaded} busy={stored.isFetching} onRefresh={() => void stored.refetch()} />
      ) : (
        <AccountSkeleton email={email} />
      )}
    </div>
  );
}

function AccountSections({ account }: { account: Account }) {
  const queryClient = useQueryClient();

  /** Takes over what a change answered: here, and wherever the signed-in user is shown. */
  function accept(changed: Account) {
    setServerData(queryClient, accountQuery.queryKey, changed);
    void invalidate(queryClient, 'user', changed.email);
    updateAccount(changed);
  }

  return (
    <>
      <AccountSection title={messages.photo} text={messages.photoText(account.email)}>
        <AccountPhoto account={account} onSaved={accept} />
      </AccountSection>
      <AccountSection title={messages.profile} text={messages.profileText}>
        <ProfileForm account={account} onSaved={accept} />
      </AccountSection>
      <AccountSection title={messages.address} text={messages.addressText}>
        <AccountAddress account={account} onSaved={accept} />
      </AccountSection>
      <AccountSection title={messages.password} text={messages.passwordText}>
        <ChangePasswordForm />
      </AccountSection>
    </>
  );
}

function AccountSkeleton({ email }: { email: string }) {
  return (
    <>
      <AccountSection title={messages.photo} text={messages.photoText(email)}>
        <Skeleton height={64} />
      </AccountSection>
      <AccountSection title={messages.profile} text={messages.profileText}>
        <Skeleton height={300} />
      </AccountSection>
    </>
  );
}
