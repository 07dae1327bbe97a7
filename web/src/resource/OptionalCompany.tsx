import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import type { FieldRules } from '@/api/rules';
import { halfTyped, PickField } from '@/shared/forms/fields/ComboboxField';
import { messages as formMessages } from '@/shared/forms/messages';
import { failsInPlace } from '@/shared/loading/readFailure';
import { messages } from './optionalCompanyMessages';

const isPicked = (companyId: unknown) => companyId !== halfTyped;

/** Half a name must not stand for all companies. */
export const optionalCompany: FieldRules = {
  label: messages.company,
  checks: [{ code: 'picked', message: messages.notPicked, test: isPicked }],
};

interface OptionalCompanyFieldProps {
  help: string;
  /** The name of the one that is chosen already. */
  present?: string | null | undefined;
}

/** The field companyId: one company, found by name, or none. */
export function OptionalCompanyField({ help, present }: OptionalCompanyFieldProps) {
  const [text, setText] = useState('');
  const { data, isPending, isPlaceholderData, isError } = useQuery({
    queryKey: [...queryKeys.companyLists, 'pickOptional', text],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/company', { query: { Search: text, PageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <PickField
      name="companyId"
      isOptional
      present={present ?? ''}
      help={help}
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
