import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { valuesFor } from '@/api/rules';
import * as rules from '@/api/rules.gen';
import type { Document } from '@/records/document/record';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { common } from '@/shared/messages';
import { notify, undoOfAnswer } from '@/shared/toast';
import { messages } from './messages';

const { name, details } = rules.DocumentEdit;
const ownRules = { name, details };
const allRules = { ...ownRules, isConfidential: { label: messages.confidential, checks: [] } };
const { TextField, TextAreaField, CheckboxField } = fieldsFor(allRules);

interface EditDocumentProps {
  document: Document;
  seesCost: boolean;
  onClose: () => void;
}

/** Asks for the name of a document, what it is, and who may know of it. */
export default function EditDocument({ document, seesCost, onClose }: EditDocumentProps) {
  const client = useQueryClient();
  const { id, version } = document;
  const formRules = seesCost ? allRules : ownRules;
  async function save(values: Partial<Document>, base: number | undefined) {
    const saved = await api.put('/document', { body: { id, ...(base !== undefined && { version: base }), ...values } });
    notify.success(messages.saved, undoOfAnswer(saved));
    onClose();
    await invalidate(client, 'document', id);
  }
  return (
    <FormDialog
      title={messages.editing}
      rules={formRules}
      defaultValues={valuesFor(formRules, document)}
      editing={{ id, version }}
      onSubmit={save}
      submitLabel={common.save}
      onClose={onClose}
    >
      <TextField name="name" autoComplete="off" />
      <TextAreaField name="details" />
      {seesCost && <CheckboxField name="isConfidential" help={messages.confidentialHelp} />}
    </FormDialog>
  );
}
