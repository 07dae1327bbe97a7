import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FormRules } from '@/api/rules';
import { type Refusal, readRefusal } from './serverErrors';
import type { FormValues } from './validate';

interface RefusalOptions {
  form: UseFormReturn<FormValues>;
  rules: FormRules;
  goneMessage: string | undefined;
  ofPage: boolean;
  focusFirst: (names: string[]) => void;
}

/** Why the server refused what the form sent: a banner, and messages on the fields. */
export function useRefusal({ form, rules, goneMessage, ofPage, focusFirst }: RefusalOptions) {
  const [refusal, setRefusal] = useState<Refusal>();
  const { errors } = form.formState;
  return {
    refusal,
    /** The fields that were refused and have not been changed since. */
    refusedFields: Object.keys(errors).filter((name) => errors[name]?.type === 'server'),
    clearRefusal: () => setRefusal(undefined),
    showRefusal(error: unknown) {
      const read = readRefusal(error, rules, { goneMessage, ofPage });
      if (!read) {
        console.warn('The form was not saved:', error);
        return;
      }
      setRefusal(read);
      for (const [name, message] of Object.entries(read.fields)) form.setError(name, { type: 'server', message });
      focusFirst(Object.keys(read.fields));
    },
  };
}
