import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { api } from '@/api/client';
import { invalidate, setServerData } from '@/api/invalidate';
import { queryKeys } from '@/api/queryKeys';
import { valuesFor } from '@/api/rules';
import { AddressInput } from '@/api/rules.gen';
import * as rules from '@/api/settingsRules.gen';
import { hasPasskeys, passkeyOrigin } from '@/base';
import { roleOf } from '@/session/roleOf';
import { type Account, updateAccount } from '@/session/session';
import { accountQuery, useAccount } from '@/session/useAccount';
import { Form } from '@/shared/forms/Form';
import { AddressFields, emptyAddress, RemoveAddress } from '@/shared/forms/fields/Address';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { PhotoField } from '@/shared/forms/fields/PhotoField';
import { messages as formMessages } from '@/shared/forms/messages';
import { lazyPart } from '@/shared/loading/lazyPart';
import { knownOption } from '@/shared/navigation/useUrlParams';
import { notify, undoOfAnswer } from '@/shared/toast';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Avatar } from '@/shared/ui/records/Avatar';
import { Badge } from '@/shared/ui/records/Badge';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import styles from './AccountPage.module.css';
import { CalendarAddress } from './CalendarAddress';
import { EndWithPassword, endNothing, endRules } from './EndWithPassword';
import { assistantMessages } from './keys/assistantMessages';
import { keyMessages } from './keys/keyMessages';
import { LanguageChoice } from './LanguageChoice';
import { languageMessages } from './languageMessages';
import { messages } from './messages';
import { NotificationSettings, settingsQuery } from './NotificationSettings';
import { SecondFactor, secondFactorQuery } from './security/SecondFactor';
import { Sessions } from './security/Sessions';
import { security } from './security/securityMessages';

/** Browsers and servers without passkeys, and those without single sign-on, never load theirs. */
const Passkeys = lazyPart(() => import('./security/Passkeys'), { isLater: true, placeholder: LoadingPart });
const LinkedSignOn = lazyPart(() => import('./security/LinkedSignOn'), { isLater: true, placeholder: LoadingPart });
const Assistants = lazyPart(() => import('./keys/Assistants'), { isLater: true, placeholder: LoadingPart });
const Keys = lazyPart(() => import('./keys/Keys'), { isLater: true, placeholder: LoadingPart });

function LoadingPart() {
  return <Skeleton height={96} />;
}

export function AccountPage() {
  const { email, isAdmin, isClient } = useAccount();
  const stored = useQuery(accountQuery);
  return (
    <div className={styles.page}>
      <PageHeader title={messages.account} state={<Badge tone="accent">{roleOf({ isAdmin, isClient })}</Badge>} />
      {stored.data ? (
        <AccountSections account={stored.data} />
      ) : stored.isError ? (
        <FailedQuery query={stored} message={messages.notLoaded} />
      ) : (
        <AccountSkeleton email={email} />
      )}
    </div>
  );
}

function AccountSections({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const signOn = useQuery(secondFactorQuery).data?.signOn;
  const tab = knownOption(tabs, useSearchParams()[0].get('tab'));

  /** Takes over what a change answered: here, and wherever the signed-in user is shown. */
  function accept(changed: Account) {
    setServerData(queryClient, accountQuery.queryKey, changed);
    void invalidate(queryClient, 'user', changed.email);
    updateAccount(changed);
  }

  const passkeys = (
    <AccountSection title={security.passkeys} text={security.passkeysText}>
      {hasPasskeys ? <Passkeys /> : <Note>{whyNoPasskeys()}</Note>}
    </AccountSection>
  );
  if (account.needsSecondFactor) {
    return (
      <>
        <AccountSection title={security.factor} text={security.factorNeeded}>
          <SecondFactor />
        </AccountSection>
        {hasPasskeys && passkeys}
      </>
    );
  }
  return (
    <>
      <Tabs chosen={tab} />
      {/* All are there, so that what is typed in one stays while another is looked at. */}
      <div hidden={tab !== 'profile'}>
        <AccountSection title={messages.photo} text={messages.photoText(account.email)}>
          <AccountPhoto account={account} onSaved={accept} />
        </AccountSection>
        <AccountSection title={messages.profile} text={messages.profileText}>
          <ProfileForm account={account} onSaved={accept} />
        </AccountSection>
        <AccountSection title={messages.address} text={messages.addressText}>
          <AccountAddress account={account} onSaved={accept} />
        </AccountSection>
        <AccountSection title={languageMessages.language} text={languageMessages.text}>
          <LanguageChoice />
        </AccountSection>
      </div>
      <div hidden={tab !== 'notifications'}>
        <AccountSection title={messages.notifications} text={messages.notificationsText}>
          <NotificationSettings />
        </AccountSection>
        <CalendarSection />
      </div>
      <div hidden={tab !== 'security'}>
        <AccountSection title={messages.password} text={messages.passwordText}>
          <ChangePasswordForm />
        </AccountSection>
        <AccountSection title={security.factor} text={security.factorText}>
          <SecondFactor />
        </AccountSection>
        {passkeys}
        {signOn && (
          <AccountSection title={security.signOn} text={security.signOnText}>
            <LinkedSignOn provider={signOn} />
          </AccountSection>
        )}
        <AccountSection title={security.sessions} text={security.sessionsText}>
          <Sessions />
        </AccountSection>
      </div>
      <div hidden={tab !== 'keys'}>
        <AccountSection title={keyMessages.keys} text={keyMessages.text}>
          <Keys />
        </AccountSection>
        <AccountSection title={assistantMessages.title} text={assistantMessages.text}>
          <Assistants />
        </AccountSection>
      </div>
    </>
  );
}

function whyNoPasskeys(): string {
  if (!passkeyOrigin) return security.passkeysNoAddress;
  return passkeyOrigin === window.location.origin
    ? security.passkeysNoBrowser
    : security.passkeysElsewhere(passkeyOrigin);
}

/** The parts of the page, each with an address of its own. */
const tabs = [
  { value: 'profile', label: messages.profile },
  { value: 'notifications', label: messages.notifications },
  { value: 'security', label: messages.security },
  { value: 'keys', label: keyMessages.keys },
] as const;

function Tabs({ chosen }: { chosen: string }) {
  return (
    <nav className={styles.tabs} aria-label={messages.account}>
      {tabs.map(({ value, label }, index) => (
        <Link
          key={value}
          to={index === 0 ? '?' : `?tab=${value}`}
          replace
          preventScrollReset
          aria-current={value === chosen ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
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

interface AccountPhotoProps {
  account: Account;
  onSaved: (account: Account) => void;
}

function AccountPhoto({ account, onSaved }: AccountPhotoProps) {
  const { displayName, photoUrl } = account;
  const keep = (saved: Account) => {
    onSaved(saved);
    return saved;
  };
  return (
    <PhotoField
      preview={<Avatar name={displayName} photoUrl={photoUrl} size={64} />}
      hasPhoto={photoUrl !== null}
      onUpload={async (file) => keep(await api.put('/account/photo', { body: file }))}
      onRemove={async () => keep(await api.delete('/account/photo'))}
    />
  );
}

/** The calendar, which its link among the renewals brings into view. */
function CalendarSection() {
  const isMeant = useLocation().hash === '#calendar';
  const section = useRef<HTMLElement>(null);
  // What is above it moves it down, until that is there or failed.
  const { isPending } = useQuery(settingsQuery);
  useEffect(() => {
    if (isMeant && !isPending) section.current?.scrollIntoView();
  }, [isMeant, isPending]);
  return (
    <AccountSection ref={section} title={messages.calendar} text={messages.calendarText}>
      <CalendarAddress />
    </AccountSection>
  );
}

interface AccountSectionProps {
  title: string;
  text: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** What it is about at the left, what can be changed at the right. */
function AccountSection({ title, text, ref, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section ref={ref} className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id}>{title}</h2>
        <Note>{text}</Note>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  );
}

interface AccountAddressProps {
  account: Account;
  onSaved: (account: Account) => void;
}

function AccountAddress({ account, onSaved }: AccountAddressProps) {
  const address = account.address ?? emptyAddress;
  const [removals, setRemovals] = useState(0);

  async function save(edited: typeof address, version = account.version): Promise<number> {
    const saved = await api.put('/account/profile/address', { body: { version, address: edited } });
    onSaved(saved);
    notify.success(messages.addressSaved, undoOfAnswer(saved));
    return saved.version;
  }

  async function remove(version: number) {
    const saved = await api.put('/account/profile/address', { body: { version } });
    onSaved(saved);
    setRemovals(removals + 1);
    notify.success(messages.addressRemoved, undoOfAnswer(saved));
  }

  return (
    <Form
      // An empty form once the address is removed.
      key={removals}
      label={messages.address}
      rules={AddressInput}
      defaultValues={address}
      editing={{ id: account.email, version: account.version }}
      currentValues={(current) => (current as Account).address ?? emptyAddress}
      onSubmit={save}
      submitLabel={messages.saveAddress}
      removal={account.address && <RemoveAddress version={account.version} onRemove={remove} />}
    >
      <AddressFields />
    </Form>
  );
}

const { SelectField, TextField } = fieldsFor(rules.ProfileInput);

interface ProfileFormProps {
  account: Account;
  onSaved: (account: Account) => void;
}

function ProfileForm({ account, onSaved }: ProfileFormProps) {
  const values = valuesFor(rules.ProfileInput, account);

  async function save(edited: typeof values, version = account.version): Promise<number> {
    const saved = await api.put('/account/profile', { body: { ...edited, version } });
    onSaved(saved);
    notify.success(messages.profileSaved, undoOfAnswer(saved));
    return saved.version;
  }

  return (
    <Form
      label={messages.profile}
      rules={rules.ProfileInput}
      defaultValues={values}
      editing={{ id: account.email, version: account.version }}
      onSubmit={save}
      submitLabel={messages.saveProfile}
    >
      <TextField name="displayName" autoComplete="nickname" />
      <TextField name="firstName" autoComplete="given-name" width="medium" />
      <TextField name="lastName" autoComplete="family-name" width="medium" />
      <TextField name="phoneNumber" type="tel" autoComplete="tel" width="medium" />
      <SelectField name="gender" width="medium" />
    </Form>
  );
}

const { PasswordField } = fieldsFor(rules.ChangePasswordInput);

const passwordRules = { ...rules.ChangePasswordInput, ...endRules };
const empty = { currentPassword: '', newPassword: '', confirmNewPassword: '', ...endNothing };

function ChangePasswordForm() {
  // A new form after each change: nobody wants their password to stay in the fields.
  const [changes, setChanges] = useState(0);
  const client = useQueryClient();

  async function change(values: typeof empty): Promise<void> {
    await api.put('/account/changePassword', { body: values });
    notify.success(messages.passwordChanged);
    setChanges(changes + 1);
    await client.invalidateQueries({ queryKey: queryKeys.keys });
  }

  return (
    <Form
      key={changes}
      label={messages.changePassword}
      rules={passwordRules}
      defaultValues={empty}
      onSubmit={change}
      submitLabel={messages.changePassword}
    >
      <PasswordField name="currentPassword" autoComplete="current-password" />
      <PasswordField name="newPassword" autoComplete="new-password" help={formMessages.newPasswordHelp} />
      <PasswordField name="confirmNewPassword" autoComplete="new-password" />
      <EndWithPassword />
    </Form>
  );
}
