import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { learnLabels } from '@/api/serverTexts';
import { failsInPlace } from '@/shared/loading/readFailure';

/** A field that administrators gave a list. */
export type OwnField = AnswerOf<'/field', 'get'>[number];

/** The fields of all lists, as far as the user may see them anywhere. Live events tell when one changes. */
export const fieldsQuery = queryOptions({
  queryKey: queryKeys.fields,
  meta: failsInPlace,
  staleTime: 300_000,
  queryFn: async ({ signal }) => {
    const fields = await api.get('/field', { query: { PageSize: 200 }, signal });
    learnLabels(fields);
    return fields;
  },
});

/** What the user may do with a record, as the server says with it; catalogues say nothing. */
type Access = { seeCost?: boolean; edit?: boolean } | undefined;

/** The fields of a list, or those of them that somebody with this access to a record may see; none until they are known. */
export function useOwnFields(list: string, access?: unknown): OwnField[] {
  const { data } = useQuery(fieldsQuery);
  return useMemo(
    () => data?.filter((field) => field.list === list && isSeen(field, access as Access)) ?? [],
    [data, list, access],
  );
}

/** Whoever may edit a company may see the costs in it. */
function isSeen({ isConfidential }: OwnField, access: Access): boolean {
  return !isConfidential || !access || (access.seeCost ?? access.edit ?? false);
}

/** The values of a record, by the keys of the fields. */
export function ownOf(record: object): Record<string, unknown> {
  return (record as { own?: Record<string, unknown> }).own ?? {};
}
