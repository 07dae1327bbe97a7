import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { availability, nameOf } from '@/api/enumerations';
import { queryKeys } from '@/api/queryKeys';
import type { FieldName } from '@/api/rules';
import { isolate } from '@/shared/format/isolate';
import { PickField, searchFailed } from '@/shared/forms/ComboboxField';
import { failsInPlace } from '@/shared/readFailure';

const calls = { product: '/product', subscription: '/subscription' } as const;

/** An item of a catalogue, found by name. One that is being removed can not be attached. */
export function CatalogueField({ kind, name }: { kind: keyof typeof calls; name: FieldName }) {
  const [text, setText] = useState('');
  const query = { Search: text, PageSize: 10, Removed: 'exclude' as const };
  const { data, isPending, isPlaceholderData, isError } = useQuery({
    queryKey: [...queryKeys.catalogueLists(kind), 'pick', text],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get(calls[kind], { query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <PickField
      name={name}
      help={`Type a part of the ${kind}'s name.`}
      suggestions={(data ?? []).map((item) => ({
        value: item.id,
        label: item.name,
        note: `${isolate(item.categoryName)}, ${nameOf(availability, item.status).toLowerCase()}`,
      }))}
      searched={isPending || isPlaceholderData ? undefined : text}
      nothing={isError ? searchFailed : data?.length === 0 ? `No ${kind} found.` : undefined}
      onSearch={setText}
    />
  );
}
