import { ApiError } from '@/api/errors';
import * as rules from '@/api/rules.gen';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields';
import { security } from './securityMessages';

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
