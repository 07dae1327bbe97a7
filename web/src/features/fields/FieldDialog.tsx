import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import type { FormRules } from '@/api/rules';
import * as rules from '@/api/settingsRules.gen';
import type { OwnField } from '@/own/fields';
import { ownLabel } from '@/own/labels';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { recordMessages } from '@/shared/recordMessages';
import { notify, undoOfAnswer } from '@/shared/toast';
import { Sentence } from '@/shared/ui/text/Sentence';
import styles from './Fields.module.css';
import { messages } from './messages';
import { keyOf } from './templates';

interface FieldDialogProps {
  list: string;
  title: string;
  /** The one to change; a new one without it. */
  of?: OwnField;
  onClose: () => void;
}

const { key, kind, label, labelDe } = rules.OwnFieldInput;

const fieldRules = {
  label: { ...label, label: messages.label },
  labelDe: { ...labelDe, label: messages.labelDe },
  kind: { ...kind, label: messages.kind },
  options: {
    label: messages.options,
    checks: [
      {
        code: 'requiredIf',
        field: 'kind',
        message: messages.optionsRequired,
        test: (value: unknown, values: Readonly<Record<string, unknown>>) =>
          values.kind !== 'choice' || linesIn(value).length > 0,
      },
    ],
  },
  isRequired: { label: messages.isRequired, checks: [] },
  isConfidential: { label: messages.isConfidential, checks: [] },
  key: { ...key, label: messages.key },
} satisfies FormRules;

const { TextField, TextAreaField, ChoiceField, CheckboxField } = fieldsFor(fieldRules);

const blank = {
  label: '',
  labelDe: null as string | null,
  kind: 'text',
  options: '' as string | null,
  isRequired: false,
  isConfidential: false,
  key: '',
};

const kinds = Object.entries(messages.kinds).map(([value, name]) => ({ value, label: name }));

/** Asks for a new field, or for what of one can be changed. Loaded with the first one, hence a default export. */
export default function FieldDialog({ list, title, of, onClose }: FieldDialogProps) {
  const client = useQueryClient();

  async function save({ options, key: newKey, ...values }: typeof blank, version?: number) {
    const body = { ...values, options: values.kind === 'choice' ? linesIn(options) : [] };
    const saved = of
      ? await api.put('/field', { body: { id: of.id, version: version ?? of.version, ...body } })
      : await api.post('/field', { body: { list, key: newKey, ...body } });
    const name = ownLabel(saved);
    notify.success(of ? recordMessages.isSaved(name) : messages.isAdded(name), undoOfAnswer(saved));
    onClose();
    await invalidate(client, 'field', saved.id);
  }

  return (
    <FormDialog
      title={title}
      intro={
        of && (
          <p className={styles.dialog}>
            <Sentence text={messages.keyIs} parts={{ key: <code>{of.key}</code> }} />
          </p>
        )
      }
      onClose={onClose}
      rules={of ? withoutKey : fieldRules}
      defaultValues={of ? valuesOf(of) : blank}
      {...(of && { editing: of, currentValues: (current: unknown) => valuesOf(current as OwnField) })}
      submitLabel={of ? messages.save : messages.add}
      onSubmit={save}
    >
      <TextField name="label" autoComplete="off" help={messages.labelHelp} />
      <TextField name="labelDe" autoComplete="off" help={messages.labelDeHelp} />
      <ChoiceField name="kind" width="medium" options={kinds} help={of && messages.kindHelp} />
      <OptionsField />
      <CheckboxField name="isRequired" help={messages.isRequiredHelp} />
      <CheckboxField name="isConfidential" help={messages.isConfidentialHelp} />
      {!of && <KeyField />}
    </FormDialog>
  );
}

const { key: _fixed, ...withoutKey } = fieldRules;

function valuesOf({ options, ...field }: OwnField): typeof blank {
  const { label: name, labelDe: german, kind: of, isRequired, isConfidential, key: fixed } = field;
  return {
    label: name,
    labelDe: german,
    kind: of,
    options: options.join('\n'),
    isRequired,
    isConfidential,
    key: fixed,
  };
}

function linesIn(text: unknown): string[] {
  return String(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function OptionsField() {
  const isChoice = useWatch({ name: 'kind' }) === 'choice';
  return isChoice && <TextAreaField name="options" help={messages.optionsHelp} />;
}

/** Follows the label until somebody types another key. */
function KeyField() {
  const { setValue, getValues } = useFormContext();
  const typed = String(useWatch({ name: 'label' }) ?? '');
  const suggested = useRef('');
  useEffect(() => {
    if (getValues('key') !== suggested.current) return;
    suggested.current = keyOf(typed);
    setValue('key', suggested.current);
  }, [typed, getValues, setValue]);
  return <TextField name="key" width="medium" autoComplete="off" help={messages.keyHelp} />;
}
