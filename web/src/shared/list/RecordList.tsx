import { SearchX } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useCommand } from '@/shared/commands';
import { common } from '@/shared/messages';
import { Button } from '@/shared/ui/buttons/Button';
import { SearchField } from '@/shared/ui/inputs/SearchField';
import { Select } from '@/shared/ui/inputs/Select';
import { Toolbar } from '@/shared/ui/page/Toolbar';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { CardGrid } from './CardGrid';
import { type SortOptions, useListFilter } from './listFilter';
import { messages } from './messages';
import { messages as noMatchMessages } from './noMatchMessages';
import { type Pages, usePage } from './pages';

interface RecordListProps<Row, Sort extends string> {
  /** What the rows are called: product, products. */
  noun: { one: string; many: string };
  pages: Pages<Row>;
  sorts: SortOptions<Sort>;
  /** Controls of the list's own filters. */
  filters?: ReactNode;
  /** Their names in the address, for Clear filters. */
  filterNames?: readonly string[];
  /** How many of the controls narrow the list. */
  activeFilters?: number;
  /** Whether the address narrows it, by a control or otherwise. */
  isNarrowed?: boolean;
  /** What to show when there is nothing at all. */
  empty: ReactNode;
  /** By how many lines a card is higher than one of a name and two facts. */
  moreLines?: number;
  /** How the list is seen. */
  viewTools?: ReactNode;
  /** The rows as a table instead of cards, and the controls that take the place of the sort. */
  table?: { controls: ReactNode; rows: ReactNode } | false;
  /** The card of a row. */
  children: (row: Row) => ReactNode;
}

/** A list of records with search, sort and filters, in all its states: loading, failed, empty for one of three reasons, and full. */
export function RecordList<Row, Sort extends string>(props: RecordListProps<Row, Sort>) {
  const {
    noun,
    pages,
    sorts,
    filters,
    filterNames = [],
    activeFilters = 0,
    isNarrowed = false,
    empty,
    moreLines = 0,
    viewTools,
    table = false,
    children,
  } = props;
  const { change, sort, sorts: offered, filter } = useListFilter(sorts);
  const result = usePage(pages, 1);
  const { data, isError, isPlaceholderData } = result;
  const [clearings, setClearings] = useState(0);
  const searchField = useRef<HTMLInputElement>(null);
  const search = useCallback((text: string) => change({ search: text }), [change]);
  useCommand('search', () => searchField.current?.focus());
  const total = data?.pagination.totalItems;

  function clearFilters(): void {
    setClearings(clearings + 1);
    change(Object.fromEntries(['search', ...filterNames].map((name) => [name, undefined])));
    // The button goes with what it cleared.
    searchField.current?.focus();
  }

  return (
    <>
      <Toolbar
        filters={filters}
        activeFilters={activeFilters}
        count={
          <>
            <output>{total !== undefined && messages.count(total, noun)}</output>
            {viewTools}
          </>
        }
        sort={
          table ? (
            table.controls
          ) : (
            <Select label={messages.sort} options={offered} value={sort} onChange={(next) => change({ sort: next })} />
          )
        }
      >
        <SearchField
          ref={searchField}
          label={messages.search(noun)}
          value={filter.Search}
          clearings={clearings}
          onSearch={search}
        />
      </Toolbar>
      {isError && !data ? (
        <FailedQuery query={result} label={common.errorClickToRefresh} />
      ) : total !== 0 && table ? (
        table.rows
      ) : total !== 0 ? (
        <CardGrid
          label={total === undefined ? messages.loading(noun) : noun.many}
          noun={noun}
          pages={pages}
          total={total}
          isOld={isPlaceholderData}
          moreLines={moreLines}
        >
          {children}
        </CardGrid>
      ) : filter.Search !== '' || isNarrowed ? (
        <EmptyState
          icon={<SearchX />}
          title={noMatchMessages.noMatch(noun, filter.Search)}
          text={isNarrowed ? noMatchMessages.noMatchText(filter.Search !== '') : undefined}
          action={
            <Button onClick={clearFilters}>{isNarrowed ? noMatchMessages.clearFilters : common.clearSearch}</Button>
          }
        />
      ) : (
        empty
      )}
    </>
  );
}
