import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import * as rules from '@/api/settingsRules.gen';
import { halfTyped, PickField } from '@/shared/forms/ComboboxField';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields';
import { messages as formMessages } from '@/shared/forms/messages';
import { failsInPlace } from '@/shared/readFailure';
import { keyMessages as messages } from './keyMessages';
import { isPasswordNeeded, PasswordDialog } from './PasswordDialog';

export type NewKey = AnswerOf<'/account/key', 'post'>;

const { label, checks } = rules.KeyInput.expiresAt;
const isAhead = (day: unknown) => !day || String(day) >= new Date().toISOString().slice(0, 10);
const isPicked = (companyId: unknown) => companyId !== halfTyped;
const keyRules = {
  name: rules.KeyInput.name,
  scope: rules.KeyInput.scope,
  // Half a name must not make a key for everything.
  companyId: { label: messages.company, checks: [{ code: 'picked', message: messages.notPicked, test: isPicked }] },
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
      <CompanyField />
    </FormDialog>
  );
}

/** The company that the key is for, if it is for one, found by name. */
function CompanyField() {
  const [text, setText] = useState('');
  const { data, isPending, isPlaceholderData, isError } = useQuery({
    queryKey: [...queryKeys.companyLists, 'pickForKey', text],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/company', { query: { Search: text, PageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <PickField<typeof keyRules>
      name="companyId"
      isOptional
      help={messages.companyHelp}
      suggestions={(data ?? []).map(({ id, name, supportEmail }) => ({
        value: id,
        label: name,
        note: supportEmail ?? '–',
      }))}
      searched={isPending || isPlaceholderData ? undefined : text}
      nothing={isError ? formMessages.searchFailed : data?.length === 0 ? messages.noCompany : undefined}
      onSearch={setText}
    />
  );
}
