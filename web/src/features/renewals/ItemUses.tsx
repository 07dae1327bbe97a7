import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type BulkParams, bulkActions } from '@/bulk/actions';
import { openBulk } from '@/bulk/bulk';
import { paths } from '@/paths';
import type { BulkAction } from '@/records';
import { nextOf } from '@/records/projectSubscription/term';
import { useAccount } from '@/session/useAccount';
import { formatDay } from '@/shared/format/date';
import { swapSigns } from '@/shared/format/locale';
import { formatMoney } from '@/shared/format/money';
import { type Column, Table } from '@/shared/table/Table';
import { Button } from '@/shared/ui/buttons/Button';
import { Amount, Margin } from '@/shared/ui/records/Amount';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { DateText } from '@/shared/ui/text/RelativeTime';
import { PriceCell, StateCell } from './cells';
import { type Renewal, renewalsQuery } from './queries';
import styles from './Renewals.module.css';
import { messages } from './value/valueMessages';

const most = 50;

/** The uses of a subscription of the catalogue, running or not. */
function usesQuery(SubscriptionId: string) {
  return renewalsQuery({ item: SubscriptionId, uses: true }, () => ({ SubscriptionId, PageSize: most }));
}

interface ItemUsesTableProps {
  item: { id: string; cost: number | null };
  /** What is not among the rows that are shown. */
  children: (shown: ReadonlySet<string>) => ReactNode;
}

/** The projects that use a subscription of the catalogue: what they pay, and what it costs now and from the next renewal on. */
export function ItemUsesTable({ item, children }: ItemUsesTableProps) {
  const { data, isPending } = useQuery(usesQuery(item.id));
  if (isPending) return <Skeleton height="6rem" />;
  const rows = data?.data ?? [];
  const total = data?.pagination.totalItems ?? 0;
  return (
    <>
      {total === rows.length && children(new Set(rows.map(({ id }) => id)))}
      {rows.length > 0 && <RepriceableUses item={item} rows={rows} total={total} />}
      {total > rows.length && (
        <Link to={`${paths.app.renewals()}?preset=all&item=${item.id}`}>{messages.showAll(total)}</Link>
      )}
    </>
  );
}

interface RepriceableUsesProps extends Pick<ItemUsesTableProps, 'item'> {
  /** The first of them. */
  rows: Renewal[];
  total: number;
}

/** A supplier's new price: some of the uses, all of them, or those that lose money get a new price at once. */
function RepriceableUses({ item, rows, total }: RepriceableUsesProps) {
  const account = useAccount();
  // All of them may be more than the rows.
  const [selection, setSelection] = useState<'all' | ReadonlySet<string>>(new Set());
  const isAll = selection === 'all';
  const isSelected = ({ id }: Renewal) => isAll || selection.has(id);
  const chosen = rows.filter(isSelected);
  const count = isAll ? total : chosen.length;
  const reprice = bulkActions('projectSubscription', account).find(({ action }) => action === 'reprice');
  const columns = columnsOf(item);
  const select = (some: Renewal[]) => setSelection(new Set(some.map(({ id }) => id)));
  const toggle = (row: Renewal) => select(isSelected(row) ? chosen.filter((one) => one !== row) : [...chosen, row]);

  // Those that are selected, or else all that go on and have no other price to come.
  const isForAll = count === 0 && rows.length === total;
  const raised = isForAll ? rows.filter(({ state, planned }) => goesOn(state) && !planned) : chosen;
  const rise = riseOf(raised, item.cost);

  function open(action: BulkAction, of: Renewal[], params?: BulkParams) {
    const records = isAll ? { query: `SubscriptionId=${item.id}` } : { ids: of.map(({ id }) => id) };
    const request = {
      list: 'projectSubscription',
      records,
      count: isAll ? total : of.length,
      action,
      onStarted: () => select([]),
    } as const;
    openBulk(params ? { ...request, params } : request);
  }

  return (
    <>
      {reprice && (
        <div className={styles.selection}>
          <Button aria-pressed={isAll} onClick={() => (isAll ? select([]) : setSelection('all'))}>
            {messages.selectAll(total)}
          </Button>
          {item.cost !== null && (
            <Button onClick={() => select(rows.filter((row) => losesMoney(row, item.cost)))}>
              {messages.selectLosing}
            </Button>
          )}
          <span className={styles.count} role="status">
            {messages.selected(count)}
          </span>
          <Button
            variant="primary"
            aria-disabled={count === 0 || undefined}
            onClick={() => count > 0 && open(reprice.action, chosen)}
          >
            {reprice.label}
          </Button>
          {rise !== undefined && (
            <Button onClick={() => open(reprice.action, raised, { percent: rise, from: 'renewal' })}>
              {isForAll
                ? messages.raiseAllAsCost(raised.length, swapSigns(String(rise)))
                : messages.raiseAsCost(swapSigns(String(rise)))}
            </Button>
          )}
        </div>
      )}
      <div className={styles.uses}>
        <Table
          caption={messages.uses}
          columns={reprice ? [selectColumn(isSelected, toggle), ...columns] : columns}
          rows={rows}
          keyOf={({ id }) => id}
        />
      </div>
    </>
  );
}

function goesOn(state: string): boolean {
  return state !== 'ended' && state !== 'canceled';
}

/** By how many percent the cost of all of them rises with the next renewal, where that is the same. */
function riseOf(rows: Renewal[], newCost: number | null): number | undefined {
  const [cost, ...others] = new Set(rows.map((row) => row.cost));
  if (!cost || others.length > 0 || newCost === null || newCost <= cost) return undefined;
  return Math.round((newCost / cost - 1) * 1e6) / 1e4;
}

function selectColumn(isSelected: (row: Renewal) => boolean, toggle: (row: Renewal) => void): Column<Renewal> {
  return {
    header: messages.select,
    quiet: true,
    narrow: true,
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={messages.selectOne(row.projectName)}
        checked={isSelected(row)}
        onChange={() => toggle(row)}
      />
    ),
  };
}

/** Now, or from the next renewal on, which may bring a planned price. */
function losesMoney(row: Renewal, newCost: number | null): boolean {
  return (row.margin !== null && row.margin < 0) || isLossAtRenewal(row, newCost);
}

function isLossAtRenewal(row: Renewal, newCost: number | null): boolean {
  return row.state === 'renews' && newCost !== null && newCost > nextOf(row).price;
}

function columnsOf({ cost: newCost }: ItemUsesTableProps['item']): Column<Renewal>[] {
  const amount = { numeric: true, narrow: true } as const;
  return [
    {
      header: messages.project,
      lead: true,
      cell: ({ id, projectId, projectName, companyName }) => (
        <>
          <Link to={paths.projects.subscription(projectId, id)} className={styles.name}>
            {projectName}
          </Link>
          <span className={styles.second}>{companyName}</span>
        </>
      ),
    },
    { header: messages.state, narrow: true, lead: true, cell: (row) => <StateCell row={row} /> },
    { header: messages.end, narrow: true, cell: ({ endAt }) => <DateText at={endAt} /> },
    { header: messages.price, ...amount, cell: (row) => <PriceCell row={row} /> },
    { header: messages.costNow, ...amount, cell: ({ cost }) => <Amount value={cost} /> },
    {
      header: messages.costAtRenewal,
      ...amount,
      cell: (row) =>
        row.state === 'renews' && newCost !== null ? (
          <span className={isLossAtRenewal(row, newCost) ? styles.loss : undefined}>{formatMoney(newCost)}</span>
        ) : (
          '–'
        ),
    },
    {
      header: messages.margin,
      ...amount,
      cell: ({ monthlyPrice, margin }) => <Margin price={monthlyPrice} margin={margin} />,
    },
  ];
}

const mostLooked = 200;

interface CostPreviewProps {
  item: { id: string; cost: number | null };
  /** As it is typed. */
  cost: number;
}

/** Before a new cost is saved: who keeps the old one until when, and who then loses money. */
export function CostPreview({ item, cost }: CostPreviewProps) {
  const result = useQuery(
    renewalsQuery({ item: item.id, running: true }, () => ({
      SubscriptionId: item.id,
      State: 'active,renews',
      PageSize: mostLooked,
    })),
  );
  const { data, isError } = result;
  if (isError && !data) {
    return <FailedQuery query={result} message={messages.previewFailed} />;
  }
  if (!data) return null;
  const { totalItems } = data.pagination;
  const losing = data.data.filter((row) => isLossAtRenewal(row, cost));
  return (
    <section className={styles.preview} aria-label={messages.newCost} aria-live="polite">
      <p>{totalItems === 0 ? messages.noneRuns : messages.keep(totalItems)}</p>
      {totalItems > 0 && <p>{losing.length > 0 ? `${messages.loses(losing.length)}:` : messages.losesNone}</p>}
      {losing.length > 0 && (
        <ul>
          {losing.map((row) => (
            <li key={row.id}>
              <Link to={paths.projects.subscription(row.projectId, row.id)}>{row.projectName}</Link>
              {`, ${row.companyName}: `}
              {messages.losesFrom(formatDay(row.endAt), formatMoney(nextOf(row).price), formatMoney(cost))}
            </li>
          ))}
        </ul>
      )}
      {totalItems > data.data.length && <p>{messages.first(data.data.length, totalItems)}</p>}
    </section>
  );
}
