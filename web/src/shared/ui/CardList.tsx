import { SearchX } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button, ButtonLink } from './Button';
import styles from './CardList.module.css';
import { EmptyState } from './EmptyState';
import { ErrorState } from './ErrorState';
import { Pagination } from './Pagination';
import { Skeleton } from './Skeleton';

/** As useQuery gives it. */
interface ListResult<Row> {
  data: { data: Row[]; pagination: Omit<ComponentProps<typeof Pagination>, 'hrefOf'> } | undefined;
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

interface CardListProps<Row> {
  result: ListResult<Row>;
  /** What the rows are called: product, products. */
  noun: { one: string; many: string };
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
  page: number;
  hrefOfPage: (page: number) => string;
  isFiltered: boolean;
  onClearFilters: () => void;
  /** What to show when there is nothing at all. */
  empty: ReactNode;
}

/** A page of cards, in all its states: loading, failed, empty for one of three reasons, and full. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { result, noun, keyOf, children, page, hrefOfPage, isFiltered, onClearFilters, empty } = props;
  const { data, isError, isFetching, isPlaceholderData, refetch } = result;
  if (isError) {
    return (
      <ErrorState
        label="An Error Occurred! Click Here To Refresh."
        busy={isFetching}
        onRefresh={() => void refetch()}
      />
    );
  }
  if (!data) return <Placeholder label={`Loading ${noun.many}`} />;
  if (data.data.length > 0) {
    return (
      <>
        <ul className={styles.cards} aria-busy={isPlaceholderData}>
          {data.data.map((row) => (
            <li key={keyOf(row)}>{children(row)}</li>
          ))}
        </ul>
        <Pagination {...data.pagination} hrefOf={hrefOfPage} />
      </>
    );
  }
  if (page > 1) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="There is no such page"
        text="The list is shorter than that."
        action={<ButtonLink to={hrefOfPage(1)}>Go to the first page</ButtonLink>}
      />
    );
  }
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={`No ${noun.one} matches`}
        text="Nothing fits the search and the filters together."
        action={<Button onClick={onClearFilters}>Clear filters</Button>}
      />
    );
  }
  return empty;
}

function Placeholder({ label }: { label: string }) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never reordered
        <li key={index}>
          <Skeleton height="90px" />
        </li>
      ))}
    </ul>
  );
}
