import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { PickField, searchFailed } from '@/shared/forms/ComboboxField';
import { failsInPlace } from '@/shared/readFailure';

/** The company of a new project, found by name among those that the user may add one to. */
export function CompanyField() {
  const [text, setText] = useState('');
  const query = { Search: text, PageSize: 10, Removed: 'exclude', Editable: true } as const;
  const { data, isPending, isPlaceholderData, isError } = useQuery({
    queryKey: [...queryKeys.companyLists, 'pick', text],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/company', { query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <PickField
      name="companyId"
      help="Type a part of its name."
      suggestions={(data ?? []).map(({ id, name, supportEmail }) => ({
        value: id,
        label: name,
        note: supportEmail ?? '–',
      }))}
      searched={isPending || isPlaceholderData ? undefined : text}
      nothing={isError ? searchFailed : data?.length === 0 ? 'No company found.' : undefined}
      onSearch={setText}
    />
  );
}
