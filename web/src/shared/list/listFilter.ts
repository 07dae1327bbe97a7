import { knownOption, useUrlParams } from '@/shared/navigation/useUrlParams';
import { recordMessages } from '@/shared/recordMessages';
import { longestSearch } from '@/shared/ui/inputs/SearchField';
import { messages } from './messages';

interface Option<T extends string> {
  value: T;
  label: string;
}

/** The first option is the one that narrows nothing. */
export type FilterOptions = readonly [Option<string>, ...Option<string>[]];

/** A minus stands for descending. */
export type SortOptions<Sort extends string> = readonly [Option<Sort>, ...Option<Sort>[]];

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

/** As many as the server sorts by at once. */
const mostSorts = 3;

/** The sort of a search: no sort is sent, and the server puts the best match first. */
export const bestMatch = { value: '', label: messages.bestMatch } as const;

export function listFilterOf<Sort extends string>(sorts: SortOptions<Sort>, params: URLSearchParams) {
  const Search = (params.get('search') ?? '').slice(0, longestSearch);
  const named = namedOrder(sorts, params.get('sort'));
  const isByMatch = named.length === 0 && Search.trim() !== '';
  const order = named.length === 0 && !isByMatch ? [sorts[0].value] : named;
  const names = order.map((sort) => sort.replace('-', ''));
  const isDown = order.map((sort) => sort.startsWith('-'));
  return {
    /** The first of them, or the best match. */
    sort: order[0] ?? bestMatch.value,
    /** None for the best match. */
    order,
    /** What a person can choose from. A search can be in the order of its matches. */
    sorts: Search.trim() === '' ? sorts : ([bestMatch, ...sorts] as const),
    /** As the server's query names it. */
    filter: {
      Search,
      ...(!isByMatch && {
        SortBy: names.join(),
        // Of one sort as it is, not as a text.
        SortDescending: isDown.length > 1 ? isDown.join() : isDown[0],
      }),
    },
  };
}

/** The sorts that an address names, `-monthlyPrice,name`, as far as there are such. */
function namedOrder<Sort extends string>(sorts: SortOptions<Sort>, text: string | null): Sort[] {
  const known = (text ?? '').split(',').flatMap((name) => sorts.filter(({ value }) => value === name));
  const isNew = ({ value }: { value: string }, index: number) =>
    known.findIndex((other) => other.value.replace('-', '') === value.replace('-', '')) === index;
  return known
    .filter(isNew)
    .slice(0, mostSorts)
    .map(({ value }) => value);
}

/** The order after a click on a column: the other way round where it is sorted by already. */
export function nextOrder(order: readonly string[], name: string, downFirst: boolean, adds: boolean): string {
  const [one, other] = downFirst ? [`-${name}`, name] : [name, `-${name}`];
  const turned = order.includes(one) ? other : one;
  if (!adds) return turned;
  const isIn = order.includes(one) || order.includes(other);
  const next = isIn ? order.map((sort) => (sort === one || sort === other ? turned : sort)) : [...order, turned];
  return next.slice(0, mostSorts).join();
}
