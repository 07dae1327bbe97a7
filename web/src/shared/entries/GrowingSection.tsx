import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Button } from '@/shared/ui/buttons/Button';
import { Section } from '@/shared/ui/records/Card';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { messages } from './messages';

const first = 10;
const more = 20;
const largestPage = 200;

interface Entries {
  data: readonly unknown[];
  pagination: { totalItems: number };
}

interface GrowingSectionProps<Data extends Entries, Key extends QueryKey> {
  title: string;
  /** Beside the title. */
  action?: ReactNode;
  /** Above the entries, also while there are none. */
  above?: ReactNode;
  /** Reads that many entries, the newest first. */
  queryOf: (size: number) => UseQueryOptions<Data, Error, Data, Key>;
  loading?: ReactNode;
  notLoaded: string;
  empty: ReactNode;
  renderList: (data: Data, more: ReactNode) => ReactNode;
}

/** A part of a record's page that lists its latest entries, and more of them when asked. */
export function GrowingSection<Data extends Entries, Key extends QueryKey>(props: GrowingSectionProps<Data, Key>) {
  const { title, action, above, queryOf, loading = <Skeleton height="3rem" />, notLoaded, empty, renderList } = props;
  const [size, setSize] = useState(first);
  const query = useQuery({ ...queryOf(size), placeholderData: keepPreviousData });
  // In slices: it stands below the page's own parts, which may be in use.
  const data = useDeferredValue(query.data);
  const total = data?.pagination.totalItems;
  return (
    <Section title={title} count={total} action={action}>
      {above}
      {query.isError && !data ? (
        <FailedQuery query={query} message={notLoaded} />
      ) : !data || total === undefined ? (
        loading
      ) : total === 0 ? (
        empty
      ) : (
        renderList(
          data,
          data.data.length < total && size < largestPage && (
            <Button
              busy={query.isPlaceholderData && query.isFetching}
              onClick={() => setSize(Math.min(size + more, largestPage))}
            >
              {messages.showMore}
            </Button>
          ),
        )
      )}
    </Section>
  );
}
