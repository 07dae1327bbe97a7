import { useQuery } from '@tanstack/react-query';
import { formatExact, formatRelative } from '@/shared/format/date';
import { lazyPart } from '@/shared/loading/lazyPart';
import { useMinute } from '@/shared/loading/timing';
import partStyles from '@/shared/ui/page/Part.module.css';
import { Section } from '@/shared/ui/records/Card';
import { ComponentBoundary } from '@/shared/ui/states/ComponentBoundary';
import styles from './History.module.css';
import { LoadingChanges } from './LoadingChanges';
import { placeMessages } from './placeMessages';
import { changesQuery, type HistoryOf, historyFilter } from './queries';

const HistorySection = lazyPart(() => import('./HistorySection'), { isLater: true, placeholder: Placeholder });

const sectionId = 'history';

/** The history at the end of a record's page. It comes once the page itself is painted. */
export function History(of: HistoryOf) {
  return (
    <div id={sectionId} className={partStyles.part}>
      <ComponentBoundary>
        <HistorySection key={of.id} {...of} />
      </ComponentBoundary>
    </div>
  );
}

function Placeholder() {
  return (
    <Section title={placeMessages.history}>
      <LoadingChanges />
    </Section>
  );
}

/** Below the title of a record: who changed it last, which leads to its history. */
export function LastChange(of: HistoryOf) {
  useMinute();
  const { data } = useQuery(changesQuery(historyFilter(of, false), 1));
  const change = data?.data[0];
  return (
    // The line is there before its text: what is below must not jump.
    <p className={styles.last}>
      {change && (
        <a href={`#${sectionId}`}>
          {placeMessages.changedBy} <bdi>{change.actor?.displayName ?? placeMessages.programName}</bdi>{' '}
          <time dateTime={change.at} title={formatExact(change.at)}>
            {formatRelative(change.at)}
          </time>
        </a>
      )}
    </p>
  );
}
