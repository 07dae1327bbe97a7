import { recordMessages } from '@/shared/recordMessages';
import { longestSearch } from '@/shared/ui/SearchField';
import { knownOption, useUrlParams } from '@/shared/useUrlParams';
import { messages } from './messages';

interface Option<T extends string> {
  value: T;
  label: string;
}

/** The first option is the one that narrows nothing. */
export type FilterOptions = readonly [Option<string>, ...Option<string>[]];

/** A minus stands for descending. */
export type SortOptions<Sort extends string> = readonly [Option<Sort>, ...Option<Sort>[]];

export const sortOptions = [
  { value: 'name', label: messages.nameAToZ },
  { value: '-name', label: messages.nameZToA },
  { value: '-createdAt', label: messages.newestFirst },
  { value: 'createdAt', label: messages.oldestFirst },
] as const;

export const removedOptions = [
  { value: 'include', label: recordMessages.all },
  { value: 'exclude', label: recordMessages.active },
  { value: 'only', label: recordMessages.pendingRemove },
] as const;

/** What every list is searched and sorted by. It lives in the address: it survives a reload and can be sent to a colleague. */
export function useListFilter<Sort extends string>(sorts: SortOptions<Sort>) {
  const { params, change } = useUrlParams();
  return {
    params,
    change,
    ...listFilterOf(sorts, params),
    removed: knownOption(removedOptions, params.get('removed')),
  };
}

export function listFilterOf<Sort extends string>(sorts: SortOptions<Sort>, params: URLSearchParams) {
  const sort = knownOption(sorts, params.get('sort'));
  return {
    sort,
    /** As the server's query names it. */
    filter: {
      Search: (params.get('search') ?? '').slice(0, longestSearch),
      SortBy: sort.replace('-', '') as Exclude<Sort, `-${string}`>,
      SortDescending: sort.startsWith('-'),
    },
  };
}
