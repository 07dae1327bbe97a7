import { Link } from 'react-router';
import { DocumentCount } from '@/documents/DocumentCount';
import { type OwnField, ownOf } from '@/own/fields';
import { ownLabel } from '@/own/labels';
import { OwnValue } from '@/own/OwnValue';
import { ownText } from '@/own/text';
import { pendingBadge, textOf } from '@/resource/display';
import { type DescribedField, fieldsOf, type Kind, type Resource, readField, type Shape } from '@/resource/resource';
import type { CostsSeen } from '@/shared/format/money';
import type { GridColumn } from '@/shared/grid/columns';
import { DateText, InstantText } from '@/shared/ui/text/RelativeTime';
import { figureColumns, type ListTotals } from './figures';
import styles from './TableView.module.css';

/** A column that the table view of a list offers. */
interface TableColumn<Row> extends GridColumn<Row> {
  /** Whether it is on the screen only when it is chosen. */
  isHidden?: boolean;
  /** Whether exports do not have it. */
  isOnScreenOnly?: true;
}

const widthOf: Record<Kind, number> = {
  text: 180,
  longText: 260,
  email: 220,
  phone: 150,
  date: 112,
  day: 112,
  money: 120,
  number: 100,
  choice: 170,
  yesNo: 130,
  address: 260,
  related: 180,
};

/** The columns of a list, as the description of its records has them. The first is the name, which links to the record. */
export function tableColumns<S extends Shape>(
  resource: Resource<S>,
  totals: ListTotals,
  seen: CostsSeen,
  comparedAt?: string,
): TableColumn<S['row']>[] {
  return fieldsOf(resource)
    .filter(({ table }) => table !== 'never')
    .flatMap((field, index) => {
      if (field.name === 'figures') return figureColumns<S['row']>(resource, totals, seen, comparedAt);
      const { name, label, kind, sort, table } = field;
      const isNumeric = kind === 'money' || kind === 'number';
      return {
        name,
        label,
        width: index === 0 ? 240 : widthOf[kind],
        grows: index === 0,
        isNumeric,
        isHidden: table === 'hidden',
        isSortable: sort !== undefined,
        sortsDownFirst: isNumeric || kind === 'date',
        text: (row: S['row']) => (kind === 'choice' || kind === 'yesNo' ? '' : textOf(resource, field, row)),
        cell: index === 0 ? (row: S['row']) => <NameCell resource={resource} row={row} /> : cellOf(resource, field),
      };
    });
}

const ownWidths: Record<string, number> = { number: 140, date: 140, yesNo: 140, link: 220 };

/** The columns of own fields. They are on the screen when they are chosen. */
export function ownColumns<Row extends object>(fields: readonly OwnField[]): TableColumn<Row>[] {
  return fields.map((field) => {
    const { key, kind } = field;
    const textOfRow = (row: Row) => ownText(ownOf(row)[key], kind);
    return {
      name: `own.${key}`,
      label: ownLabel(field),
      width: ownWidths[kind] ?? 180,
      isHidden: true,
      isNumeric: kind === 'number',
      isSortable: true,
      sortsDownFirst: kind === 'number' || kind === 'date',
      text: textOfRow,
      cell: (row) =>
        textOfRow(row) ? (
          <span className={styles.clip} dir="auto">
            <OwnValue field={field} value={ownOf(row)[key]} />
          </span>
        ) : (
          '–'
        ),
    };
  });
}

function NameCell<S extends Shape>({
  resource: { kind, paths, idOf, nameOf },
  row,
}: {
  resource: Resource<S>;
  row: S['row'];
}) {
  return (
    <>
      <Link to={paths.details(idOf(row))} tabIndex={-1} dir="auto" className={styles.name}>
        {nameOf(row)}
      </Link>
      <DocumentCount kind={kind} id={idOf(row)} />
      {pendingBadge({ isRemoved: readField(row, 'isRemoved') === true })}
    </>
  );
}

function cellOf<S extends Shape>(resource: Resource<S>, field: DescribedField<S>) {
  return (row: S['row']) => {
    const { kind, name, show } = field;
    // What tells these kinds apart reads nothing but what a row of the list has as well.
    if (show && (kind === 'choice' || kind === 'yesNo')) return show(row as S['record']);
    const text = textOf(resource, field, row);
    if (text === '') return '–';
    if (kind === 'date') return <InstantText at={String(readField(row, name))} />;
    if (kind === 'day') return <DateText at={String(readField(row, name))} />;
    return (
      <span className={styles.clip} dir="auto">
        {text}
      </span>
    );
  };
}
