import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArchiveRestore, RotateCcw } from 'lucide-react';
import { Navigate } from 'react-router';
import { translate } from '@/api/serverTexts';
import { isolate } from '@/shared/format/text';
import { useUrlParams } from '@/shared/navigation/useUrlParams';
import { recordMessages } from '@/shared/recordMessages';
import { Button } from '@/shared/ui/buttons/Button';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Pagination } from '@/shared/ui/page/Pagination';
import { Card } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Note } from '@/shared/ui/text/Note';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import { Sentence } from '@/shared/ui/text/Sentence';
import { Actor, RecordName, undoOf, Where } from './ChangeLine';
import type { Change } from './change';
import styles from './History.module.css';
import { LoadingChanges } from './LoadingChanges';
import { messages } from './messages';
import { changesQuery } from './queries';
import { useUndo } from './undo';

const pageSize = 50;
/** How long the server keeps what is removed. */
const kept = 30 * 24 * 60 * 60_000;

/** What is removed and not yet deleted for good, with Restore. */
export function RemovedPage() {
  const { page, hrefOfPage } = useUrlParams();
  const result = useQuery({
    ...changesQuery({ Removed: true, Include: 'names' }, pageSize, page),
    placeholderData: keepPreviousData,
  });
  const { data, isError, isPlaceholderData } = result;
  return (
    <>
      <PageHeader title={messages.removed} />
      {isError && !data ? (
        <FailedQuery query={result} message={messages.notLoaded} />
      ) : !data ? (
        <Card>
          <LoadingChanges />
        </Card>
      ) : !isPlaceholderData && page > 1 && data.data.length === 0 ? (
        // The address may name any page.
        <Navigate to={hrefOfPage(Math.max(1, data.pagination.totalPages))} replace />
      ) : data.data.length === 0 ? (
        <EmptyState icon={<ArchiveRestore />} title={messages.noRemoved} text={messages.noRemovedText} />
      ) : (
        <>
          <p className={styles.note}>{messages.removedText}</p>
          <Card>
            <ul>
              {data.data.map((change) => (
                <RemovedRecord key={change.seq} change={change} />
              ))}
            </ul>
          </Card>
          <Pagination {...data.pagination} hrefOf={hrefOfPage} />
        </>
      )}
    </>
  );
}

function RemovedRecord({ change }: { change: Change }) {
  const { run, isRunning, question } = useUndo();
  const { at, entityName, undo } = change;
  const until = new Date(Date.parse(at) + kept).toISOString();
  return (
    <li className={styles.removed}>
      <div>
        <p>
          <RecordName change={change} />
          <Where change={change} />
        </p>
        <Note>
          <Sentence
            text={messages.removedBy}
            parts={{ actor: <Actor change={change} />, time: <RelativeTime at={at} /> }}
          />
          {' · '}
          {undo.allowed ? messages.goneOn(until) : translate(undo.reason ?? '', undo.reasonText)}
        </Note>
      </div>
      {undo.allowed && (
        <Button
          icon={<RotateCcw aria-hidden />}
          busy={isRunning}
          aria-label={messages.restoreOf(isolate(entityName))}
          onClick={() => void run({ ...undoOf(change), done: recordMessages.isRestored(entityName) })}
        >
          {recordMessages.restore}
        </Button>
      )}
      {question}
    </li>
  );
}
