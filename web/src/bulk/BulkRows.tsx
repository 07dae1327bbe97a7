import { type ReactNode, useId } from 'react';
import type { AnswerOf } from '@/api/client';
import { fieldLabel, translate } from '@/api/serverTexts';
import { kindOf, valueText } from '@/history/change';
import type { BulkAction, Kind } from '@/records';
import { formatMoney, marginOf } from '@/shared/format/money';
import { recordMessages } from '@/shared/recordMessages';
import { type Column, Table } from '@/shared/table/Table';
import { Note } from '@/shared/ui/text/Note';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import styles from './Bulk.module.css';
import type { BulkRequest } from './bulk';
import { messages } from './messages';

type Preview = Extract<AnswerOf<'/bulk', 'post'>, { total: number }>;
type Row = Preview['rows'][number];
type Field = Row['fields'][number];

/** The records that change, with the fields that the action changes. */
export function Rows({ of: { list, action }, rows }: { of: BulkRequest; rows: Row[] }) {
  // These change moderators, whose fields are the same in companies and projects.
  const kind = action === 'addModerator' || action === 'handOver' ? 'companyModerator' : list;
  const columns: Column<Row>[] = [
    { header: recordMessages.name, lead: true, cell: (row) => <Name of={row} /> },
    ...(movesWhole.test(action) ? [] : changedFields(kind, action, rows)).map(({ name, label }) => ({
      header: fieldLabel(label),
      numeric: kindOf(kind, name) === 'money',
      cell: (row: Row) => <Value kind={kind} field={fieldOf(row, name)} />,
    })),
  ];
  return <Table caption={messages.rows} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

function Name({ of: { name, companyName, projectName } }: { of: Row }) {
  const place = [companyName, projectName].filter((part) => part !== '' && part !== name).join(' · ');
  return (
    <>
      <span dir="auto">{name}</span>
      {place && <Note dir="auto">{place}</Note>}
    </>
  );
}

/** Actions that leave the fields of a record alone. */
const movesWhole = /^(remove|restore)/;

/** The most columns that have room beside the name. */
const most = 2;

function fieldOf({ fields, price }: Row, name: string): Field | undefined {
  const field = fields.find((one) => one.name === name);
  // A price that is planned follows on the one of now.
  return field?.name === 'plannedPrice' ? { ...field, before: field.before ?? price ?? null } : field;
}

/** The first fields that change in any row. Long texts have no room; a renewed period starts where the last one ended. */
function changedFields(kind: Kind, action: BulkAction, rows: Row[]): Field[] {
  const byName = new Map(rows.flatMap(({ fields }) => fields).map((field) => [field.name, field]));
  return [...byName.values()]
    .filter(({ name }) => kindOf(kind, name) !== 'longText' && !(action === 'renew' && name === 'startAt'))
    .slice(0, most);
}

function Value({ kind, field }: { kind: Kind; field: Field | undefined }) {
  if (!field) return null;
  const [before, after] = [field.before, field.after].map((value) => valueText(kind, field.name, value) || '–');
  return (
    <span className={styles.value}>
      <VisuallyHidden>{messages.was}</VisuallyHidden> <del>{before}</del> <span aria-hidden>→</span>{' '}
      <VisuallyHidden>{messages.becomes}</VisuallyHidden> <ins>{after}</ins>
    </span>
  );
}

type EffectProps = NonNullable<Preview['effect']>;

/** What all records that change come to in a month, before and after. */
export function Effect({ monthlyPrice, monthlyCost }: EffectProps) {
  const lines = [{ label: messages.monthlyPrice, ...monthlyPrice, isGood: true }];
  if (monthlyCost) {
    lines.push({ label: messages.monthlyCost, ...monthlyCost, isGood: false });
    lines.push({
      label: messages.margin,
      before: marginOf(monthlyPrice.before, monthlyCost.before),
      after: marginOf(monthlyPrice.after, monthlyCost.after),
      isGood: true,
    });
  }
  return (
    <table className={styles.effect}>
      <caption>
        <VisuallyHidden>{messages.effect}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{messages.together}</th>
          <th scope="col">{messages.now}</th>
          <th scope="col">{messages.afterwards}</th>
          <th scope="col">{messages.difference}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, before, after, isGood }) => {
          const difference = marginOf(after, before);
          const tone = difference === 0 ? undefined : difference > 0 === isGood ? 'good' : 'bad';
          return (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{formatMoney(before)}</td>
              <td>{formatMoney(after)}</td>
              <td data-tone={tone}>{difference > 0 ? `+${formatMoney(difference)}` : formatMoney(difference)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface RefusalsProps<Refused> {
  refused: Refused[];
  refusedTotal: number;
  /** What else is said of one. */
  more?: (refused: Refused) => ReactNode;
}

/** The records that stay as they are, and why. */
export function Refusals<R extends Preview['refused'][number]>({ refused, refusedTotal, more }: RefusalsProps<R>) {
  const listId = useId();
  if (refusedTotal === 0) return null;
  return (
    <div className={styles.refused}>
      <p id={listId}>{messages.refused(refusedTotal)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that */}
      <ul aria-labelledby={listId} tabIndex={0}>
        {refused.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan may be refused twice by the same record, and none moves
          <li key={index}>
            <strong dir="auto">{one.name || messages.unknown}</strong> {translate(one.reason, one.reasonText)}
            {more?.(one)}
          </li>
        ))}
        {refusedTotal > refused.length && <li>{messages.moreRefused(refusedTotal - refused.length)}</li>}
      </ul>
    </div>
  );
}
