import { LeavingUser, UserAccess } from '@/access/Access';
import { userStatus } from '@/api/enumerations';
import { messages } from '@/records/user/actionMessages';
import { MailNotes } from '@/records/user/MailNotes';
import { users } from '@/records/user/resource';
import { SignOutButton } from '@/records/user/SignOutUser';
import { UserActions } from '@/records/user/UserActions';
import { DetailsPage, RecordFacts } from '@/resource/DetailsPage';
import { useAccount } from '@/session/useAccount';
import { lazyPart } from '@/shared/loading/lazyPart';
import { Columns, Section } from '@/shared/ui/records/Card';
import { ComponentBoundary } from '@/shared/ui/states/ComponentBoundary';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import styles from './user.module.css';

const EventSection = lazyPart(() => import('@/features/security/EventSection'), {
  isLater: true,
  placeholder: () => <Loading title={messages.events} />,
});

const UserSessions = lazyPart(() => import('@/features/security/UserSessions'), {
  isLater: true,
  placeholder: () => <Loading title={messages.sessions} />,
});

function Loading({ title }: { title: string }) {
  return (
    <Section title={title}>
      <Skeleton height="6rem" />
    </Section>
  );
}

export function UserDetailsPage() {
  const { email: ownEmail } = useAccount();
  return (
    <DetailsPage
      resource={users}
      renderActions={(user) => (
        <UserActions
          user={user}
          renderLeaving={(disabling, onClose) => (
            <LeavingUser name={user.displayName} email={user.email} onClose={onClose}>
              {disabling}
            </LeavingUser>
          )}
        />
      )}
    >
      {(user) => (
        <>
          <MailNotes user={user} />
          <Columns>
            <ComponentBoundary>
              <RecordFacts resource={users} record={user} />
            </ComponentBoundary>
            <div className={styles.access}>
              <ComponentBoundary>
                <UserSessions
                  key={user.email}
                  email={user.email}
                  action={user.email !== ownEmail && <SignOutButton user={user} />}
                />
              </ComponentBoundary>
            </div>
            <div className={styles.access}>
              <UserAccess name={user.displayName} email={user.email} isDisabled={user.status === userStatus.Disabled} />
            </div>
            <div className={styles.access}>
              <ComponentBoundary>
                <EventSection key={user.email} title={messages.events} email={user.email} />
              </ComponentBoundary>
            </div>
          </Columns>
        </>
      )}
    </DetailsPage>
  );
}
