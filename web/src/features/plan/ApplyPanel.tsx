import { useQuery } from '@tanstack/react-query';
import { ApiError, failureText, isToldByApp, refusalText } from '@/api/errors';
import { fieldLabel } from '@/api/serverTexts';
import { Effect, Refusals } from '@/bulk/BulkRows';
import { messages as bulkMessages } from '@/bulk/messages';
import { valueText } from '@/history/change';
import { formatExact } from '@/shared/format/date';
import { useAction } from '@/shared/forms/useAction';
import { rememberJob } from '@/shared/jobs';
import { failsInPlace } from '@/shared/loading/readFailure';
import { common } from '@/shared/messages';
import { Table } from '@/shared/table/Table';
import { Button } from '@/shared/ui/buttons/Button';
import { Panel, PanelActions } from '@/shared/ui/overlays/Panel';
import { ErrorState } from '@/shared/ui/states/ErrorState';
import { Note } from '@/shared/ui/text/Note';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import { messages } from './messages';
import styles from './Plan.module.css';
import { plans } from './queries';
import type { Plan, Preview, Since } from './types';

interface ApplyPanelProps {
  plan: Plan;
  onClose: () => void;
}

/** Shows what applying a plan would do, and does it. Loaded when it is first opened, hence a default export. */
export default function ApplyPanel({ plan, onClose }: ApplyPanelProps) {
  const { id, name, version } = plan;
  const query = useQuery({
    queryKey: ['planPreview', id, version],
    meta: failsInPlace,
    // Others change subscriptions meanwhile.
    gcTime: 0,
    queryFn: async () => (await plans.apply(id, true)) as Preview,
  });
  const applying = useAction(async () => {
    const started = await plans.apply(id, false);
    if ('id' in started) rememberJob({ id: started.id, label: messages.applying(name) });
    onClose();
  }, failsInPlace);
  const { data, error } = query;
  const isFutile = data?.changes === 0;
  const more = data ? data.changes - data.rows.filter(({ fields }) => fields.length > 0).length : 0;
  return (
    <Panel title={messages.applying(name)} onClose={onClose}>
      {data ? (
        <>
          <p>{messages.applyText}</p>
          <p>
            <strong>{data.changes > 0 ? messages.changes(data.changes) : bulkMessages.nothingChanges}</strong>
          </p>
          {data.keptAt && (
            <p className={data.sinceTotal ? styles.warning : undefined}>
              {messages.changedSince(data.sinceTotal ?? 0, formatExact(data.keptAt))}
            </p>
          )}
          {data.effect && data.changes > 0 && <Effect {...data.effect} />}
          {data.rows.length > 0 && <Rows rows={data.rows} />}
          {more > 0 && <Note>{messages.moreChange(more)}</Note>}
          <Refusals {...data} more={(one) => <ChangedSince of={one} />} />
          {!isFutile && <Note>{bulkMessages.undoLater}</Note>}
        </>
      ) : query.isError && !query.isFetching ? (
        <ErrorState
          message={error instanceof ApiError && !isToldByApp(error) ? refusalText(error) : messages.previewFailed}
          label={common.tryAgain}
          busy={false}
          onRefresh={() => void query.refetch()}
        />
      ) : (
        <p role="status">{messages.looking}</p>
      )}
      <p className={styles.failure} role="status">
        {applying.status === 'faulted' && (
          <>
            {applying.error instanceof ApiError && !isToldByApp(applying.error) && failureText(applying.error)}
            {common.dialogFailed}
          </>
        )}
      </p>
      <PanelActions>
        <Button onClick={onClose}>{isFutile ? common.close : common.cancel}</Button>
        {data && !isFutile && (
          <Button variant="primary" busy={applying.status === 'in progress'} onClick={() => void applying.run()}>
            {messages.applyVerb}
          </Button>
        )}
      </PanelActions>
    </Panel>
  );
}

type Row = Preview['rows'][number];

/** Each record with all that becomes of it: the changes of a plan differ from row to row. */
function Rows({ rows }: { rows: Row[] }) {
  return (
    <Table
      caption={messages.rows}
      rows={rows}
      keyOf={(row) => `${row.id} ${row.fields.map(({ name }) => name).join()}`}
      columns={[
        {
          header: messages.subscription,
          lead: true,
          cell: ({ name, companyName, projectName }) => (
            <>
              <span dir="auto">{name}</span>
              <Note dir="auto">{[companyName, projectName].filter(Boolean).join(' · ')}</Note>
            </>
          ),
        },
        {
          header: messages.becomes,
          wide: true,
          cell: ({ fields, price }) =>
            fields.length === 0 ? (
              <Note as="span">{messages.stays}</Note>
            ) : (
              fields.map((field) => <Becomes key={field.name} field={field} price={price} />)
            ),
        },
        { header: messages.since, wide: true, cell: (row) => <ChangedSince of={row} /> },
      ]}
      hidden={rows.some(({ since = [], isNew }) => since.length > 0 || isNew) ? [] : [messages.since]}
    />
  );
}

/** What somebody has done to a subscription since the plan was saved: the plan was made without it. */
function ChangedSince({ of: { since = [], isNew } }: { of: Since }) {
  return (
    <>
      {isNew && <span className={styles.becomes}>{messages.isNew}</span>}
      {since.map((field) => (
        <Becomes key={field.name} field={field} price={undefined} />
      ))}
    </>
  );
}

function Becomes({ field, price }: { field: Row['fields'][number]; price: number | undefined | null }) {
  // A price that is planned follows on the one of now.
  const before = field.name === 'plannedPrice' ? (field.before ?? price ?? null) : field.before;
  const [was, is] = [before, field.after].map((value) => valueText('projectSubscription', field.name, value));
  return (
    <span className={styles.becomes}>
      <span>{fieldLabel(field.label)}</span> <VisuallyHidden>{bulkMessages.was}</VisuallyHidden>{' '}
      {was && <del>{was}</del>} <span aria-hidden>→</span> <VisuallyHidden>{bulkMessages.becomes}</VisuallyHidden>{' '}
      <ins>{is || '–'}</ins>
    </span>
  );
}
