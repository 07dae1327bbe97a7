import { useCallback } from 'react';
import { type Resolver, type ResolverResult, useForm } from 'react-hook-form';
import type { Check, FormRules } from '@/api/rules';
import { formatAmount, pointForComma } from '@/shared/format/money';
import { messages } from './messages';

export type FormValues = Record<string, unknown>;

/** The first check that a value fails: a field shows one message at a time. */
export function firstFailure(value: unknown, checks: readonly Check[], values: FormValues = {}): Check | undefined {
  return checks.find((check) => !passes(value, check, values));
}

/** Values as they are sent: text trimmed, an emptied field null. Spaces belong to a password. */
export function prepared<T extends FormValues>(values: T): T {
  const entries = Object.entries(values).map(([name, value]) => {
    const text = typeof value === 'string' && !isSecret(name) ? value.trim() : value;
    return [name, text === '' || Number.isNaN(text) ? null : text];
  });
  return Object.fromEntries(entries) as T;
}

/** Whether a field holds a password: it is sent as it is typed, and kept nowhere. */
export function isSecret(name: string): boolean {
  return /password$/i.test(name);
}

/** The failing check of each field that has one. */
export function failures(rules: FormRules, values: FormValues): Record<string, Check> {
  const found: Record<string, Check> = {};
  for (const [name, { checks }] of Object.entries(rules)) {
    const failure = firstFailure(values[name], checks, values);
    if (failure) found[name] = withAdvice(failure, values[name]);
  }
  return found;
}

/** Only a form meets a comma in an amount: the server takes numbers. */
function withAdvice(failure: Check, value: unknown): Check {
  const amount = failure.code === 'money' ? pointForComma(value) : undefined;
  return amount ? { ...failure, message: messages.amountWithPoint(formatAmount(amount)) } : failure;
}

function passes(value: unknown, check: Check, values: FormValues): boolean {
  if (check.code === 'required') return !isEmpty(typeof value === 'string' ? value.trim() : value);
  if (check.code === 'equals') return value === values[check.field ?? ''];
  if (check.code === 'requiredIf') return check.test?.(value, values) ?? true;
  if (isEmpty(value)) return true;
  if (check.test) return check.test(value, values);
  if (check.options) return check.options.some(({ key, value: number }) => value === key || value === number);

  const text = String(value);
  if (check.code === 'minLength') return codePoints(text) >= (check.value ?? 0);
  if (check.code === 'maxLength') return codePoints(text) <= (check.value ?? Number.POSITIVE_INFINITY);
  return (check.patterns ?? []).every((pattern) => new RegExp(pattern, 'u').test(text));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The server counts code points; `length` would count an emoji twice. */
function codePoints(text: string): number {
  return [...text].length;
}

/** The values of a form, checked by its rules as they are typed. */
export function useFormValues(rules: FormRules, initial: FormValues) {
  const form = useForm<FormValues>({
    defaultValues: initial,
    resolver: useResolver(rules),
    mode: 'onTouched',
    shouldFocusError: true,
  });

  /** Each field shows its saved value, trimmed. Text that was typed since it was sent stays, and is still to be saved. */
  function showSaved(sent: FormValues, saved: FormValues) {
    for (const [name, value] of Object.entries(saved)) {
      if (value !== sent[name] && form.getValues(name) === sent[name]) form.setValue(name, value);
    }
    form.reset(saved, { keepValues: true });
  }

  return { form, showSaved };
}

function useResolver(rules: FormRules): Resolver<FormValues> {
  return useCallback(
    (raw: FormValues): ResolverResult<FormValues> => {
      const values = prepared(raw);
      const failed = Object.entries(failures(rules, values));
      if (failed.length === 0) return { values, errors: {} };
      return {
        values: {},
        errors: Object.fromEntries(failed.map(([name, { code, message }]) => [name, { type: code, message }])),
      };
    },
    [rules],
  );
}

/** Inputs know no null: an absent value is an empty one. */
export function editable(values: object): FormValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
}
