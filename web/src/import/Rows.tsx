import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router';
import { fieldLabel, translate } from '@/api/serverTexts';
import { Difference } from '@/history/Difference';
import { useOwnFields } from '@/own/fields';
import { type ImportKind, records } from '@/records';
import { knownOption, useUrlParams } from '@/shared/navigation/useUrlParams';
import { type Column, Table } from '@/shared/table/Table';
import { Chips } from '@/shared/ui/inputs/Chips';
import { Pagination } from '@/shared/ui/page/Pagination';
import { Badge } from '@/shared/ui/records/Badge';
import { Section } from '@/shared/ui/records/Card';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { importedKind, importLabels } from './fields';
import styles from './Import.module.css';
import { messages } from './messages';
import { type Import, type ImportRow, type RowState, rowsQuery } from './queries';

const tones = { create: 'good', update: 'accent', unchanged: 'neutral', refused: 'bad' } as const;

/** Row by row what a file would change, by pages; the state of the rows is a filter of the address. */
export function Rows({ of }: { of: Import }) {
  const { params, page, change, hrefOfPage } = useUrlParams();
  const states = [
    { value: 'all' as const, label: messages.counted(messages.states.all, of.rows) },
    { value: 'create' as const, label: messages.counted(messages.states.create, of.creates) },
    { value: 'update' as const, label: messages.counted(messages.states.update, of.updates) },
    { value: 'unchanged' as const, label: messages.counted(messages.states.unchanged, of.unchanged) },
    { value: 'refused' as const, label: messages.counted(messages.states.refused, of.refused) },
  ] satisfies [{ value: string; label: string }, ...{ value: string; label: string }[]];
  const state = knownOption<RowState | 'all'>(states, params.get('state'));
  const query = useQuery(rowsQuery(of, state === 'all' ? undefined : state, page));
  const { data, isError, isPlaceholderData } = query;
  const kind = importedKind(of.list);

  return (
    <Section title={messages.rowsTitle}>
      <Chips
        label={messages.state}
        options={states}
        value={state}
        onChange={(next) => change({ state: next === 'all' ? undefined : next })}
      />
      {isError && !data ? (
        <FailedQuery query={query} message={messages.rowsFailed} />
      ) : !data ? (
        <Skeleton height="12rem" />
      ) : !isPlaceholderData && page > 1 && data.data.length === 0 ? (
        // The address may name any page.
        <Navigate to={hrefOfPage(Math.max(1, data.pagination.totalPages))} replace />
      ) : data.data.length === 0 ? (
        <p className={styles.note}>{messages.noRows}</p>
      ) : (
        <>
          <div className={styles.rows}>
            <Table
              caption={messages.rowsTitle}
              columns={rowColumns(kind)}
              rows={data.data}
              keyOf={({ row }) => String(row)}
            />
          </div>
          <Pagination {...data.pagination} hrefOf={hrefOfPage} />
        </>
      )}
    </Section>
  );
}

function rowColumns(kind: ImportKind): Column<ImportRow>[] {
  return [
    { header: messages.row, narrow: true, numeric: true, cell: ({ row }) => row },
    { header: messages.record, lead: true, cell: (row) => <RecordLink kind={kind} of={row} /> },
    {
      header: messages.what,
      narrow: true,
      lead: true,
      cell: ({ state }) => <Badge tone={tones[state as RowState]}>{messages.states[state as RowState]}</Badge>,
    },
    { header: messages.changes, grow: true, lead: true, cell: (row) => <Changes kind={kind} of={row} /> },
  ];
}

function RecordLink({ kind, of: { id, name } }: { kind: ImportKind; of: ImportRow }) {
  const path = id && records[kind].pathOf({ id });
  const shown = name || id || '–';
  return path ? (
    <Link to={path} dir="auto">
      {shown}
    </Link>
  ) : (
    <span dir="auto">{shown}</span>
  );
}

/** The fields that would differ, or why the row is refused. */
function Changes({ kind, of: { fields, errors, errorTexts } }: { kind: ImportKind; of: ImportRow }) {
  const labels = importLabels(kind, useOwnFields(kind));
  const refusals = Object.entries(errors ?? {});
  if (refusals.length === 0 && fields.length === 0) return '–';
  return (
    <ul className={styles.changes}>
      {refusals.flatMap(([field, reasons]) =>
        reasons.map((reason, place) => (
          <li key={`${field} ${reason}`} className={styles.bad}>
            {translate(reason, errorTexts?.[field]?.[place])}
          </li>
        )),
      )}
      {fields.map((field) => (
        <li key={field.name}>
          <span className={styles.note}>{messages.field(labels[field.name] ?? fieldLabel(field.label))}</span>
          <Difference entity={kind} field={field} />
        </li>
      ))}
    </ul>
  );
}
