import { useCallback } from 'react';
import { type Resolver, type ResolverResult, useForm } from 'react-hook-form';
import type { FormRules } from '@/api/rules';
import { type FormValues, failures, prepared } from './validate';

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
