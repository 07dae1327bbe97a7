import type { Check, FieldRules, FormRules } from '@/api/rules';
import { swapSigns } from '@/shared/format/locale';
import { ChoiceField, TextField } from '@/shared/forms/fields/fields';
import type { FormValues } from '@/shared/forms/values';
import { recordMessages } from '@/shared/recordMessages';
import { type OwnField, ownOf } from './fields';
import { ownLabel } from './labels';
import { messages } from './messages';
import type { OwnFormProps } from './WithOwn';

/** The own fields of a form. Loaded where a list has some, hence a default export. */
export default function OwnForm({ fields, stored, children }: OwnFormProps) {
  const before = stored && ownOf(stored);
  const isFilled = ({ key }: OwnField) => before === undefined || before[key] !== undefined;
  return children({
    // A record without a value stays valid: a required one is asked for when a record is made, and can't be cleared.
    rules: ownRules(fields, (field) => field.isRequired && isFilled(field)),
    valuesOf: (record) => Object.fromEntries(fields.map((field) => [nameIn(field), typed(ownOf(record)[field.key])])),
    take: (values) => {
      const own = fields
        .map((field) => [field.key, sent(field, (values as FormValues)[nameIn(field)])] as const)
        .filter(([key, value]) => value !== null || before?.[key] !== undefined);
      const others = Object.entries(values).filter(([name]) => !name.startsWith(prefix));
      return { ...Object.fromEntries(others), own: Object.fromEntries(own) } as typeof values;
    },
    fields: fields.map((field) => <OwnControl key={field.key} field={field} />),
  });
}

/** A form has no names with a point in them: it would read them as parts of an object. */
const prefix = 'own_';

function nameIn({ key }: OwnField): string {
  return prefix + key;
}

/** A value as it is typed: all of them are texts. */
function typed(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'number' ? swapSigns(String(value)) : String(value);
}

/** A value as the server takes it. */
export function sent({ kind }: Pick<OwnField, 'kind'>, text: unknown): unknown {
  if (text === null || text === undefined || text === '') return null;
  if (kind === 'number') return Number(swapSigns(String(text)));
  return kind === 'yesNo' ? text === 'true' : text;
}

function ownRules(fields: OwnField[], isRequired: (field: OwnField) => boolean): FormRules {
  return Object.fromEntries(fields.map((field) => [nameIn(field), rulesOf(field, isRequired(field))]));
}

/** The rules of the server, as far as a form can know them. */
export function rulesOf(field: OwnField, isRequired: boolean): FieldRules {
  const label = ownLabel(field);
  const checks: Check[] = isRequired ? [{ code: 'required', message: messages.required(label) }] : [];
  const { kind } = field;
  if (kind === 'text') checks.push({ code: 'maxLength', value: 256, message: messages.tooLong(label, 256) });
  if (kind === 'link') {
    checks.push({ code: 'link', test: (value) => isLink(String(value)), message: messages.link(label) });
    checks.push({ code: 'maxLength', value: 1000, message: messages.tooLong(label, 1000) });
  }
  if (kind === 'number') {
    checks.push({ code: 'number', test: (value) => isNumber(String(value)), message: messages.number(label) });
  }
  return { label, checks };
}

function isNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,4})?$/.test(swapSigns(text.trim()));
}

function isLink(text: string): boolean {
  return /^https?:\/\/[^\s\\"<>]+$/i.test(text.trim()) && URL.canParse(text.trim());
}

const yesNo = [
  { value: 'true', label: recordMessages.yes },
  { value: 'false', label: recordMessages.no },
];

const inputs: Record<string, { type?: string; inputMode?: 'decimal'; help?: string }> = {
  number: { inputMode: 'decimal' },
  date: { type: 'date' },
  link: { type: 'url', help: messages.linkHelp },
};

/** The control of a field, under its own name in the form or another one. */
export function OwnControl({ field, name = nameIn(field) }: { field: OwnField; name?: string }) {
  const { kind, options, isConfidential } = field;
  const help = isConfidential ? messages.confidentialHelp : inputs[kind]?.help;
  const width = kind === 'text' || kind === 'link' ? 'full' : 'medium';
  if (kind === 'choice' || kind === 'yesNo') {
    return (
      <ChoiceField
        name={name}
        help={help}
        width={width}
        placeholder={messages.choose}
        options={kind === 'choice' ? options : yesNo}
      />
    );
  }
  return <TextField name={name} width={width} autoComplete="off" {...inputs[kind]} help={help} />;
}
