import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import * as rules from '@/api/settingsRules.gen';
import { accountQuery } from '@/session/useAccount';
import { browserOf } from '@/shared/format/browser';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { cx } from '@/shared/ui/cx';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import { makePasskey } from '../browserPasskeys';
import { isPasswordNeeded, PasswordDialog, RemovalDialog } from '../PasswordDialog';
import styles from '../parts.module.css';
import { CodesDialog } from './SecondFactor';
import { security } from './securityMessages';

type Passkey = AnswerOf<'/account/passkey', 'get'>[number];

type Asking = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey };

/** The devices that sign in without a password. */
export default function Passkeys() {
  const passkeys = useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: ({ signal }) => api.get('/account/passkey', { signal }),
  });
  const [asking, setAsking] = useState<Asking>();
  if (passkeys.isError) return <FailedQuery query={passkeys} message={security.passkeysFailed} />;
  if (!passkeys.data) return <Skeleton height={96} />;
  const close = () => setAsking(undefined);
  return (
    <div className={styles.part}>
      {passkeys.data.length === 0 ? (
        <Note>{security.noPasskeys}</Note>
      ) : (
        <ul className={styles.sessions}>
          {passkeys.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAsk={(what) => setAsking({ what, passkey })} />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button icon={<KeyRound aria-hidden />} onClick={() => setAsking({ what: 'add' })}>
          {security.addPasskey}
        </Button>
      </div>
      {asking?.what === 'add' && <AddDialog onClose={close} />}
      {asking?.what === 'rename' && <RenameDialog passkey={asking.passkey} onClose={close} />}
      {asking?.what === 'remove' && <RemoveDialog passkey={asking.passkey} onClose={close} />}
    </div>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onAsk: (what: 'rename' | 'remove') => void;
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onAsk }: PasskeyRowProps) {
  return (
    <li className={cx(styles.session, styles.passkey)}>
      <div>
        <p className={styles.browser}>{name}</p>
        <Note>
          {security.added} <RelativeTime at={createdAt} /> ·{' '}
          {lastUsedAt ? (
            <>
              {security.lastUsed} <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            security.notUsed
          )}
        </Note>
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" aria-label={security.renameOf(name)} onClick={() => onAsk('rename')}>
          {security.rename}
        </Button>
        <Button variant="quiet" aria-label={security.removeOf(name)} onClick={() => onAsk('remove')}>
          {security.removePasskey}
        </Button>
      </div>
    </li>
  );
}

/** What the section and the one above it show. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([queryKeys.passkeys, queryKeys.secondFactor].map((queryKey) => client.invalidateQueries({ queryKey })));
}

const { TextField } = fieldsFor(rules.PasskeyEdit);
const nameRules = { name: rules.PasskeyEdit.name };

/** A name, the password if it is needed, then the browser; recovery codes, if these are the first. */
function AddDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(() => browserOf(navigator.userAgent));
  const [needsPassword, setNeedsPassword] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const client = useQueryClient();
  const refresh = useRefresh();

  async function add(chosen: string, currentPassword: string | null): Promise<void> {
    const options = await api.post('/account/passkey/options', { body: { currentPassword } });
    const credential = await makePasskey(options);
    if (!credential) return;
    const { recoveryCodes } = await api.post('/account/passkey', { body: { name: chosen, credential } });
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else await finish();
  }

  async function begin(values: { name: string }): Promise<void> {
    try {
      await add(values.name, null);
    } catch (error) {
      if (!isPasswordNeeded(error)) throw error;
      setName(values.name);
      setNeedsPassword(true);
    }
  }

  async function finish(): Promise<void> {
    notify.success(security.passkeyAdded);
    onClose();
    await refresh();
    // The screens that were closed until now open with the account.
    await client.fetchQuery({ ...accountQuery, staleTime: 0 });
  }

  if (codes) return <CodesDialog codes={codes} onKept={() => void finish()} />;
  if (needsPassword) {
    return (
      <PasswordDialog
        title={security.addPasskey}
        submitLabel={security.continue}
        onSubmit={(password) => add(name, password)}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={security.addPasskey}
      intro={<p>{security.addPasskeyIntro}</p>}
      rules={nameRules}
      defaultValues={{ name }}
      onSubmit={begin}
      submitLabel={security.continue}
      onClose={onClose}
    >
      <TextField name="name" autoComplete="off" />
    </FormDialog>
  );
}

interface PasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

function RenameDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const refresh = useRefresh();
  async function rename(values: { name: string }): Promise<void> {
    await api.put('/account/passkey', { body: { id, name: values.name } });
    notify.success(security.renamed);
    onClose();
    await refresh();
  }
  return (
    <FormDialog
      title={security.renaming}
      rules={nameRules}
      defaultValues={{ name }}
      onSubmit={rename}
      submitLabel={security.rename}
      onClose={onClose}
    >
      <TextField name="name" autoComplete="off" />
    </FormDialog>
  );
}

function RemoveDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const status = useQueryClient().getQueryData<AnswerOf<'/account/secondFactor', 'get'>>(queryKeys.secondFactor);
  const isLast = status !== undefined && !status.totp && status.passkeys === 1;
  const refresh = useRefresh();

  async function remove(currentPassword: string | null): Promise<void> {
    await api.delete('/account/passkey', { body: { id, currentPassword } });
    notify.success(security.passkeyRemoved);
    onClose();
    await refresh();
  }

  return (
    <RemovalDialog
      title={security.removingPasskey(name)}
      message={isLast ? security.removingLastText : security.removingPasskeyText}
      verb={security.removePasskey}
      remove={remove}
      onClose={onClose}
    />
  );
}
