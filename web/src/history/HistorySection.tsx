import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button, ButtonLink } from '@/shared/ui/buttons/Button';
import { Section } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { ChangeList } from './ChangeLine';
import { activityOf, linesOf } from './change';
import styles from './History.module.css';
import { LoadingChanges } from './LoadingChanges';
import { messages } from './messages';
import { changesQuery, type HistoryOf, historyFilter, largestPage } from './queries';

const first = 10;
const more = 20;
/** What became of a record, newest first. Loaded below the page's own parts, hence a default export. */
export default function HistorySection(of: HistoryOf) {
  // Histories of records that others belong to include those: projects, items, moderators, notes.
  const isWithin = of.entity !== 'user';
  const [size, setSize] = useState(first);
  const query = useQuery({ ...changesQuery(historyFilter(of, isWithin), size), placeholderData: keepPreviousData });
  const { isError, isPlaceholderData } = query;
  // In slices: it stands below the page's own parts, which may be in use.
  const data = useDeferredValue(query.data);
  const total = data?.pagination.totalItems;
  const inActivity = activityOf({ entity: of.entity, id: of.id, ...(isWithin && { within: 'true' }) });
  return (
    <Section
      title={messages.history}
      count={total}
      action={
        <ButtonLink variant="quiet" to={inActivity}>
          {messages.showAll}
        </ButtonLink>
      }
    >
      {isError && !data ? (
        <FailedQuery query={query} message={messages.notLoaded} />
      ) : !data || total === undefined ? (
        <LoadingChanges />
      ) : total === 0 ? (
        <EmptyState title={messages.noHistory} text={messages.noHistoryText} />
      ) : (
        <div>
          <ChangeList lines={linesOf(data.data)} place={of} />
          {data.data.length < total && size < largestPage && (
            <Button
              className={styles.more}
              busy={isPlaceholderData && query.isFetching}
              onClick={() => setSize(Math.min(size + more, largestPage))}
            >
              {messages.showMore}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}
