import { GrowingSection } from '@/shared/entries/GrowingSection';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { ChangeList } from './ChangeLine';
import { activityOf, linesOf } from './change';
import styles from './History.module.css';
import { LoadingChanges } from './LoadingChanges';
import { messages } from './messages';
import { changesQuery, type HistoryOf, historyFilter } from './queries';

/** What became of a record, newest first. Loaded below the page's own parts, hence a default export. */
export default function HistorySection(of: HistoryOf) {
  // Histories of records that others belong to include those: projects, items, moderators, notes.
  const isWithin = of.entity !== 'user';
  const inActivity = activityOf({ entity: of.entity, id: of.id, ...(isWithin && { within: 'true' }) });
  return (
    <GrowingSection
      title={messages.history}
      action={
        <ButtonLink variant="quiet" to={inActivity}>
          {messages.showAll}
        </ButtonLink>
      }
      queryOf={(size) => changesQuery(historyFilter(of, isWithin), size)}
      loading={<LoadingChanges />}
      notLoaded={messages.notLoaded}
      empty={<EmptyState title={messages.noHistory} text={messages.noHistoryText} />}
      renderList={({ data }, more) => (
        <div>
          <ChangeList lines={linesOf(data)} place={of} />
          {more && <div className={styles.more}>{more}</div>}
        </div>
      )}
    />
  );
}
