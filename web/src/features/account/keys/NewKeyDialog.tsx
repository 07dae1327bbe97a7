import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import * as rules from '@/api/settingsRules.gen';
import { OptionalCompanyField, optionalCompany } from '@/resource/OptionalCompany';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { isPasswordNeeded, PasswordDialog } from '../PasswordDialog';
import { keyMessages as messages } from './keyMessages';

export type NewKey = AnswerOf<'/account/key', 'post'>;

const { label, checks } = rules.KeyInput.expiresAt;
const isAhead = (day: unknown) => !day || String(day) >= new Date().toISOString().slice(0, 10);
const keyRules = {
  name: rules.KeyInput.name,
  scope: rules.KeyInput.scope,
  companyId: optionalCompany,
  expiresAt: { label, checks: [...checks, { code: 'future', message: messages.notAhead, test: isAhead }] },
};
const { ChoiceField, TextField } = fieldsFor(keyRules);
const scopes = (['read', 'write'] as const).map((value) => ({ value, label: messages.scopes[value] }));
const empty = { name: '', scope: 'read', companyId: null as string | null, expiresAt: null as string | null };

interface NewKeyDialogProps {
  onAdded: (key: NewKey) => void;
  onClose: () => void;
}

/** The bounds of the key, then the password if it is needed. */
export default function NewKeyDialog({ onAdded, onClose }: NewKeyDialogProps) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<typeof empty>();

  async function add({ expiresAt, companyId, ...values }: typeof empty, currentPassword: string | null): Promise<void> {
    const day = expiresAt ? `${expiresAt}T23:59:59Z` : null;
    const body = { ...values, companyId: companyId || null, expiresAt: day, currentPassword };
    onAdded(await api.post('/account/key', { body }));
    onClose();
    await client.invalidateQueries({ queryKey: queryKeys.keys });
  }

  async function begin(values: typeof empty): Promise<void> {
    try {
      await add(values, null);
    } catch (error) {
      if (!isPasswordNeeded(error)) throw error;
      setChosen(values);
    }
  }

  if (chosen) {
    return (
      <PasswordDialog
        title={messages.adding}
        submitLabel={messages.add}
        onSubmit={(password) => add(chosen, password)}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={messages.adding}
      intro={<p>{messages.addingText}</p>}
      onClose={onClose}
      rules={keyRules}
      defaultValues={empty}
      submitLabel={messages.add}
      onSubmit={begin}
    >
      <TextField name="name" autoComplete="off" help={messages.nameHelp} />
      <ChoiceField name="scope" options={scopes} width="medium" />
      <TextField name="expiresAt" type="date" autoComplete="off" width="medium" help={messages.expiryHelp} />
      <OptionalCompanyField help={messages.companyHelp} />
    </FormDialog>
  );
}
