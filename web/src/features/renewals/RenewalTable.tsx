import { useNavigate } from 'react-router';
import { type OwnField, useOwnFields } from '@/own/fields';
import { ownLabel } from '@/own/labels';
import { OwnValue } from '@/own/OwnValue';
import { paths } from '@/paths';
import { RenewButton } from '@/records/projectSubscription/RenewButton';
import { type CostsSeen, formatMoney } from '@/shared/format/money';
import { messages as gridMessages } from '@/shared/grid/messages';
import type { Selection } from '@/shared/grid/useSelection';
import { type Column, Table } from '@/shared/table/Table';
import { Amount, Margin } from '@/shared/ui/records/Amount';
import { CostSum, MarginSum } from '@/shared/ui/records/Sums';
import { DateText } from '@/shared/ui/text/RelativeTime';
import {
  CompanyCell,
  EndCell,
  FoldedResponsible,
  PriceCell,
  ResponsibleCell,
  StateCell,
  SubscriptionCell,
} from './cells';
import type { ColumnName } from './columns';
import { messages } from './messages';
import type { Renewal, Totals } from './queries';
import styles from './Renewals.module.css';
import { useIsLaptop } from './useIsLaptop';

interface RenewalTableProps {
  rows: Renewal[];
  totals: Totals;
  /** In their order. */
  shown: readonly { name: string }[];
  /** What the sum of costs has. */
  costs: CostsSeen;
  /** A minus stands for descending. */
  sort: string;
  onSort: (sort: string) => void;
  /** The instant that the rows are shown as of, if it is not the present. */
  at: string;
  /** Given where many of them can be changed at once. */
  selection: Selection | undefined;
  /** The number of the first row among those of all pages, from 0. */
  first: number;
}

/** Subscriptions of all projects, with the sums of all pages below. */
export function RenewalTable(props: RenewalTableProps) {
  const { rows, shown } = props;
  const navigate = useNavigate();
  const isLaptop = useIsLaptop();
  const names = shown.map(({ name }) => name);
  const isFolded = isLaptop && names.includes('companyName') && names.includes('responsible');
  const known = [
    ...columnsOf(props, isFolded),
    ...useOwnFields('projectSubscription').map((field) => ownColumn(field, props)),
  ];
  const columns = names
    .filter((name) => !(isFolded && name === 'responsible'))
    .flatMap((name) => known.filter((column) => column.name === name));
  return (
    <div className={styles.rows}>
      <Table
        caption={messages.title}
        columns={
          props.selection
            ? [selectColumn(props.selection, (row) => props.first + rows.indexOf(row)), ...columns]
            : columns
        }
        rows={rows}
        keyOf={({ id }) => id}
        isMarked={({ id }) => props.selection?.isSelected(id) ?? false}
        onRowClick={({ projectId, id }) => void navigate(paths.projects.subscription(projectId, id))}
      />
    </div>
  );
}

/** With Shift, a checkbox selects all rows from the last one that was selected. */
function selectColumn(selection: Selection, placeOf: (row: Renewal) => number): Column<Renewal> {
  return {
    header: gridMessages.selectAll,
    quiet: true,
    control: (
      <input
        type="checkbox"
        aria-label={gridMessages.selectAll}
        checked={selection.state === 'all'}
        onChange={selection.toggleAll}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={gridMessages.select(messages.itemOf(row.subscription.name, row.projectName))}
        checked={selection.isSelected(row.id)}
        // The click tells whether Shift is pressed, the change does not.
        onChange={() => {}}
        onClick={({ shiftKey }) =>
          shiftKey ? selection.extendTo(placeOf(row)) : selection.toggle(placeOf(row), row.id)
        }
      />
    ),
  };
}

type NamedColumn = Column<Renewal> & { name: ColumnName };

function sortableBy(name: string, { sort, onSort }: Pick<RenewalTableProps, 'sort' | 'onSort'>) {
  return {
    sorted: sort === name ? ('asc' as const) : sort === `-${name}` ? ('desc' as const) : undefined,
    onSort: () => onSort(sort === name ? `-${name}` : name),
  };
}

function ownColumn(field: OwnField, props: RenewalTableProps): NamedColumn {
  const name = `own.${field.key}` as const;
  return {
    name,
    header: ownLabel(field),
    numeric: field.kind === 'number',
    ...sortableBy(name, props),
    cell: ({ own }) => {
      const value = (own as Record<string, unknown>)[field.key];
      return value === undefined ? '–' : <OwnValue field={field} value={value} />;
    },
  };
}

/** Folded, the people who answer for a row stand below its company. */
function columnsOf(props: RenewalTableProps, isFolded: boolean): NamedColumn[] {
  const { totals, costs, at } = props;
  const sortable = (name: string) => sortableBy(name, props);
  const { monthlyPrice, monthlyCost } = totals;
  return [
    {
      name: 'subscription.name',
      header: messages.subscription,
      lead: true,
      ...sortable('name'),
      cell: (row) => <SubscriptionCell row={row} />,
      total: () => messages.count(totals.count),
    },
    { name: 'subscription.categoryName', header: messages.category, cell: (row) => row.subscription.categoryName },
    {
      name: 'state',
      header: messages.state,
      narrow: true,
      plain: true,
      cell: (row) => <StateCell row={row} at={at} />,
    },
    {
      name: 'startAt',
      header: messages.start,
      narrow: true,
      ...sortable('startAt'),
      cell: ({ startAt }) => <DateText at={startAt} />,
    },
    {
      name: 'endAt',
      header: messages.end,
      narrow: true,
      plain: true,
      ...sortable('endAt'),
      // What has ended or ends soon is renewed with one click.
      cell: (row) => (
        <div className={styles.end}>
          <div>
            <EndCell row={row} at={at} />
          </div>
          {props.selection && <RenewButton subscription={row} />}
        </div>
      ),
    },
    {
      name: 'cancelBy',
      header: messages.cancelBy,
      narrow: true,
      cell: ({ cancelBy }) => (cancelBy ? <DateText at={cancelBy} /> : <span className={styles.nothing}>–</span>),
    },
    {
      name: 'companyName',
      header: messages.company,
      lead: true,
      ...sortable('companyName'),
      cell: (row) => (
        <>
          <CompanyCell row={row} />
          {isFolded && <FoldedResponsible row={row} />}
        </>
      ),
    },
    {
      name: 'price',
      header: messages.aTermAlone,
      numeric: true,
      narrow: true,
      ...sortable('price'),
      cell: (row) => <PriceCell row={row} />,
      total: () => formatMoney(totals.price),
    },
    {
      name: 'monthlyPrice',
      header: messages.monthlyPrice,
      numeric: true,
      narrow: true,
      ...sortable('monthlyPrice'),
      cell: (row) => formatMoney(row.monthlyPrice),
      total: () => formatMoney(monthlyPrice),
    },
    {
      name: 'monthlyCost',
      header: messages.cost,
      numeric: true,
      narrow: true,
      cell: (row) => <Amount value={row.monthlyCost} />,
      total: () => <CostSum cost={monthlyCost} seen={costs} />,
    },
    {
      name: 'margin',
      header: messages.margin,
      numeric: true,
      narrow: true,
      ...sortable('margin'),
      cell: ({ monthlyPrice: price, margin }) => <Margin price={price} margin={margin} />,
      total: () => <MarginSum price={monthlyPrice} cost={monthlyCost} seen={costs} />,
    },
    { name: 'responsible', header: messages.responsible, cell: (row) => <ResponsibleCell row={row} /> },
  ];
}
