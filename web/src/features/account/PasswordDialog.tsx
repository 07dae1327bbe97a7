import { useState } from 'react';
import { ApiError } from '@/api/errors';
import * as rules from '@/api/settingsRules.gen';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { useAction } from '@/shared/forms/useAction';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { security } from './security/securityMessages';

const { PasswordField } = fieldsFor(rules.PasswordConfirmation);
const noPassword = { currentPassword: '' };

/** The server asks for the password of those who signed in a while ago, and only of them. */
export function isPasswordNeeded(error: unknown): boolean {
  const codes = error instanceof ApiError ? (error.problem.codes as Record<string, string[]> | undefined) : undefined;
  return codes?.CurrentPassword?.includes('passwordNeeded') ?? false;
}

interface PasswordDialogProps {
  title: string;
  submitLabel: string;
  onSubmit: (password: string) => Promise<void>;
  onClose: () => void;
}

export function PasswordDialog({ onSubmit, ...dialog }: PasswordDialogProps) {
  return (
    <FormDialog
      {...dialog}
      intro={<p>{security.passwordIntro}</p>}
      rules={rules.PasswordConfirmation}
      defaultValues={noPassword}
      onSubmit={({ currentPassword }) => onSubmit(currentPassword)}
    >
      <PasswordField name="currentPassword" autoComplete="current-password" />
    </FormDialog>
  );
}

interface RemovalDialogProps {
  title: string;
  message: string;
  verb: string;
  /** Closes the dialog itself when it is done. */
  remove: (currentPassword: string | null) => Promise<void>;
  onClose: () => void;
}

/** Asks before a way to sign in is removed, and for the password where the server wants it. */
export function RemovalDialog({ title, message, verb, remove, onClose }: RemovalDialogProps) {
  const [needsPassword, setNeedsPassword] = useState(false);
  const removal = useAction(async () => {
    try {
      await remove(null);
    } catch (error) {
      if (!isPasswordNeeded(error)) throw error;
      setNeedsPassword(true);
    }
  });
  if (needsPassword) return <PasswordDialog title={title} submitLabel={verb} onSubmit={remove} onClose={onClose} />;
  return <ActionDialog title={title} message={message} verb={verb} danger action={removal} onClose={onClose} />;
}
