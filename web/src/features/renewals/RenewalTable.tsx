import { useNavigate } from 'react-router';
import { paths } from '@/paths';
import { formatMoney, marginOf } from '@/shared/format/money';
import { messages as gridMessages } from '@/shared/grid/messages';
import type { Selection } from '@/shared/grid/useSelection';
import { type Column, Table } from '@/shared/table/Table';
import { Amount } from '@/shared/ui/Amount';
import { DateText } from '@/shared/ui/RelativeTime';
import { CompanyCell, EndCell, ResponsibleCell, StateCell, SubscriptionCell } from './cells';
import type { ColumnName } from './columns';
import { messages } from './messages';
import type { Renewal, Totals } from './queries';

interface RenewalTableProps {
  rows: Renewal[];
  totals: Totals;
  /** In their order. */
  shown: readonly { name: string }[];
  /** Whether the sums have a margin. */
  hasMargin: boolean;
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
  const known = columnsOf(props);
  const columns = shown.flatMap(({ name }) => known.filter((column) => column.name === name));
  return (
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

function columnsOf({
  totals,
  hasMargin,
  sort,
  onSort,
  at,
}: RenewalTableProps): (Column<Renewal> & { name: ColumnName })[] {
  const sortable = (name: string) => ({
    sorted: sort === name ? ('asc' as const) : sort === `-${name}` ? ('desc' as const) : undefined,
    onSort: () => onSort(sort === name ? `-${name}` : name),
  });
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
    {
      name: 'state',
      header: messages.state,
      narrow: true,
      lead: true,
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
      ...sortable('endAt'),
      cell: (row) => <EndCell row={row} at={at} />,
    },
    {
      name: 'cancelBy',
      header: messages.cancelBy,
      narrow: true,
      cell: ({ cancelBy }) => (cancelBy ? <DateText at={cancelBy} /> : '–'),
    },
    {
      name: 'companyName',
      header: messages.company,
      wide: true,
      ...sortable('companyName'),
      cell: (row) => <CompanyCell row={row} />,
    },
    {
      name: 'price',
      header: messages.price,
      numeric: true,
      narrow: true,
      ...sortable('price'),
      cell: ({ price }) => formatMoney(price),
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
      total: () => <Amount value={monthlyCost} />,
    },
    {
      name: 'margin',
      header: messages.margin,
      numeric: true,
      narrow: true,
      ...sortable('margin'),
      cell: ({ margin }) => <Amount value={margin} />,
      total: () => <Amount value={hasMargin && monthlyCost !== null ? marginOf(monthlyPrice, monthlyCost) : null} />,
    },
    { name: 'responsible', header: messages.responsible, wide: true, cell: (row) => <ResponsibleCell row={row} /> },
  ];
}
