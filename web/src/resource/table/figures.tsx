import type { AnswerOf } from '@/api/client';
import { messages } from '@/resource/messages';
import { readField } from '@/resource/resource';
import { formatDay } from '@/shared/format/date';
import { formatChange } from '@/shared/format/margin';
import { formatMoney, marginOf } from '@/shared/format/money';
import { formatCount } from '@/shared/format/number';
import type { GridColumn } from '@/shared/grid/columns';
import { Amount, Margin } from '@/shared/ui/records/Amount';
import { DateText } from '@/shared/ui/text/RelativeTime';
import styles from './TableView.module.css';

type Figures = NonNullable<AnswerOf<'/company', 'get'>[number]['figures']>;

/** Sums over the whole list, where the server sends them. */
export interface ListTotals {
  monthlyPrice?: number;
  monthlyCost?: number | null;
}

/** What the running subscriptions of a company or project come to. */
export function figureColumns<Row extends object>(
  { countsProjects }: { countsProjects?: true },
  totals: ListTotals,
  seesAllCosts: boolean,
  comparedAt: string | undefined,
): (GridColumn<Row> & { isOnScreenOnly?: true })[] {
  const { monthlyPrice, monthlyCost } = totals;
  const column = (
    name: keyof typeof messages.figures,
    show: (figures: Figures) => GridColumn<Row>['cell'] extends (row: Row) => infer R ? R : never,
  ) => ({
    name,
    label: messages.figures[name],
    cell: (row: Row) => {
      const figures = readField(row, 'figures') as Figures | null | undefined;
      return figures ? show(figures) : '–';
    },
  });
  const money = { isNumeric: true, width: 128, isSortable: true, sortsDownFirst: true };
  return [
    ...(countsProjects
      ? [{ ...column('projects', ({ projects }) => formatCount(projects)), isNumeric: true, width: 88 }]
      : []),
    { ...column('running', ({ running }) => formatCount(running)), isNumeric: true, width: 88 },
    {
      ...column('monthlyPrice', (figures) => formatMoney(figures.monthlyPrice)),
      ...money,
      ...(monthlyPrice !== undefined && { total: formatMoney(monthlyPrice) }),
    },
    ...(comparedAt
      ? [
          {
            ...column('change', ({ monthlyPrice: now, before }) => <Change now={now} before={before?.monthlyPrice} />),
            label: messages.changeSince(formatDay(comparedAt)),
            isNumeric: true,
            width: 176,
            total: <Hidden text={messages.noTotalOfChange} />,
            isOnScreenOnly: true as const,
          },
        ]
      : []),
    {
      ...column('monthlyCost', (figures) => <Amount value={figures.monthlyCost} />),
      ...money,
      width: 112,
      isSortable: false,
      ...(monthlyCost != null
        ? { total: formatMoney(monthlyCost) }
        : monthlyPrice !== undefined && { total: <Hidden text={messages.hiddenCosts} /> }),
    },
    {
      ...column('margin', ({ monthlyPrice: price, margin }) => <Margin price={price} margin={margin} />),
      ...money,
      width: 144,
      // Costs that are hidden are left out of their sum, but the prices are not left out of theirs.
      ...(monthlyPrice !== undefined && {
        total:
          seesAllCosts && monthlyCost != null ? (
            <Margin price={monthlyPrice} margin={marginOf(monthlyPrice, monthlyCost)} />
          ) : (
            <Hidden text={messages.hiddenCosts} />
          ),
      }),
    },
    {
      ...column('nextEndAt', ({ nextEndAt, nextRenews }) =>
        nextEndAt ? (
          <>
            {nextRenews && `${messages.nextRenews} `}
            <DateText at={nextEndAt} />
          </>
        ) : (
          '–'
        ),
      ),
      width: 140,
      isSortable: true,
    },
    {
      ...column('owners', ({ owners }) => (
        <span className={styles.clip}>{owners.map(({ displayName }) => displayName).join(', ') || '–'}</span>
      )),
      width: 180,
    },
  ];
}

/** By how much the value has changed, and what it was. */
function Change({ now, before }: { now: number; before: number | undefined }) {
  if (before === undefined) return '–';
  return (
    <>
      {formatChange(marginOf(now, before))} <span className={styles.before}>{messages.was(formatMoney(before))}</span>
    </>
  );
}

/** Instead of a sum that would not be true: why. */
function Hidden({ text }: { text: string }) {
  return (
    <span className={styles.before} title={text}>
      {text}
    </span>
  );
}
