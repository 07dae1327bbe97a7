import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import * as rules from '@/api/settingsRules.gen';
import { accountQuery } from '@/session/useAccount';
import { Form } from '@/shared/forms/Form';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { common } from '@/shared/messages';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { CopyButton } from '@/shared/ui/buttons/CopyButton';
import { Dialog } from '@/shared/ui/overlays/Dialog';
import { Badge } from '@/shared/ui/records/Badge';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import styles from '../parts.module.css';
import { security } from './securityMessages';

export const secondFactorQuery = queryOptions({
  queryKey: queryKeys.secondFactor,
  queryFn: ({ signal }) => api.get('/account/secondFactor', { signal }),
});

/** Whether a code of an app is asked for besides the password. */
export function SecondFactor() {
  const status = useQuery(secondFactorQuery);
  const [dialog, setDialog] = useState<'setUp' | 'remove'>();
  if (status.isError) return <FailedQuery query={status} message={security.factorFailed} />;
  if (!status.data) return <Skeleton height={96} />;
  const { totp, passkeys, recoveryCodes, required } = status.data;
  const isOn = totp || passkeys > 0;
  const how = totp ? security.factorOn : security.factorByPasskey;
  const close = () => setDialog(undefined);
  return (
    <div className={styles.part}>
      <p className={styles.browser}>
        <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? security.on : security.off}</Badge>
        <span>{isOn ? how(recoveryCodes) : security.factorOff}</span>
      </p>
      <div className={styles.actions}>
        {!totp && (
          <Button
            variant={isOn ? 'secondary' : 'primary'}
            icon={<ShieldCheck aria-hidden />}
            onClick={() => setDialog('setUp')}
          >
            {security.setUp}
          </Button>
        )}
        {totp && (!required || passkeys > 0) && (
          <Button icon={<ShieldOff aria-hidden />} onClick={() => setDialog('remove')}>
            {security.remove}
          </Button>
        )}
      </div>
      {dialog === 'setUp' && <SetUpDialog onClose={close} />}
      {dialog === 'remove' && <RemoveDialog isLast={passkeys === 0} onClose={close} />}
    </div>
  );
}

const { PasswordField } = fieldsFor(rules.PasswordConfirmation);
const noPassword = { currentPassword: '' };

/** Password, then the code of the app, then the recovery codes, which are shown this once. */
function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<AnswerOf<'/account/totp', 'post'>>();
  const [codes, setCodes] = useState<string[]>();
  const client = useQueryClient();

  async function begin(values: typeof noPassword): Promise<void> {
    setBegun(await api.post('/account/totp', { body: values }));
  }

  async function finish(): Promise<void> {
    notify.success(security.factorAdded);
    onClose();
    // The screens that were closed until now open with the account.
    await client.fetchQuery({ ...accountQuery, staleTime: 0 });
    await client.invalidateQueries({ queryKey: queryKeys.secondFactor });
  }

  if (codes) return <CodesDialog codes={codes} onKept={() => void finish()} />;
  if (begun) return <ConfirmAppDialog begun={begun} onConfirmed={setCodes} onClose={onClose} />;
  return (
    <FormDialog
      title={security.setUp}
      intro={<p>{security.setUpIntro}</p>}
      rules={rules.PasswordConfirmation}
      defaultValues={noPassword}
      onSubmit={begin}
      submitLabel={security.continue}
      onClose={onClose}
    >
      <PasswordField name="currentPassword" autoComplete="current-password" />
    </FormDialog>
  );
}

const { TextField } = fieldsFor(rules.TotpCode);
const noCode = { code: '' };

interface ConfirmAppDialogProps {
  begun: AnswerOf<'/account/totp', 'post'>;
  onConfirmed: (codes: string[]) => void;
  onClose: () => void;
}

function ConfirmAppDialog({ begun, onConfirmed, onClose }: ConfirmAppDialogProps) {
  async function confirm(values: typeof noCode): Promise<void> {
    const { recoveryCodes } = await api.put('/account/totp', { body: { code: values.code.replaceAll(' ', '') } });
    onConfirmed(recoveryCodes);
  }
  return (
    <Dialog title={security.setUp} onClose={onClose}>
      <div className={styles.part}>
        <p>{security.scan}</p>
        <QrCode path={begun.qr} />
        <Note>{security.byHand}</Note>
        <p className={styles.line}>
          <code>{begun.secret}</code>
          <CopyButton text={begun.secret} what={security.key} />
        </p>
        <Form
          rules={rules.TotpCode}
          defaultValues={noCode}
          onSubmit={confirm}
          submitLabel={security.confirm}
          guard={false}
          inDialog
          actions={<Button onClick={onClose}>{common.cancel}</Button>}
        >
          <TextField name="code" autoComplete="one-time-code" inputMode="numeric" />
        </Form>
      </div>
    </Dialog>
  );
}

/** The path has one unit a module and begins at its corner; its last row tells how large it is. */
function QrCode({ path }: { path: string }) {
  const size = Math.max(...Array.from(path.matchAll(/M\d+ (\d+)/g), ([, row]) => Number(row))) + 1;
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={security.qr}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

/** Ten codes in the place of a factor, shown this once. */
export function CodesDialog({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const text = codes.join('\n');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`;
  return (
    <Dialog title={security.codes} onClose={onKept}>
      <div className={styles.part}>
        <p>{security.codesText}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Note>{security.codesOnce}</Note>
        <div className={styles.actions}>
          <Button variant="primary" onClick={onKept}>
            {security.kept}
          </Button>
          <CopyButton text={text} what={security.codes} />
          <a className={styles.download} href={file} download={security.codesFile}>
            <Download aria-hidden /> {security.download}
          </a>
        </div>
      </div>
    </Dialog>
  );
}

function RemoveDialog({ isLast, onClose }: { isLast: boolean; onClose: () => void }) {
  const client = useQueryClient();
  async function remove(values: typeof noPassword): Promise<void> {
    await api.delete('/account/totp', { body: values });
    notify.success(security.factorRemoved);
    onClose();
    await client.invalidateQueries({ queryKey: queryKeys.secondFactor });
  }
  return (
    <FormDialog
      title={security.removing}
      intro={<p>{isLast ? security.removingText : security.removingTextOneLeft}</p>}
      rules={rules.PasswordConfirmation}
      defaultValues={noPassword}
      onSubmit={remove}
      submitLabel={security.remove}
      onClose={onClose}
    >
      <PasswordField name="currentPassword" autoComplete="current-password" />
    </FormDialog>
  );
}
