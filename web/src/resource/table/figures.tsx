import type { AnswerOf } from '@/api/client';
import { messages } from '@/resource/messages';
import { readField } from '@/resource/resource';
import { formatDay } from '@/shared/format/date';
import { formatChange } from '@/shared/format/margin';
import { type CostsSeen, formatMoney, marginOf } from '@/shared/format/money';
import { formatCount } from '@/shared/format/number';
import type { GridColumn } from '@/shared/grid/columns';
import { Amount, Margin } from '@/shared/ui/records/Amount';
import { CostSum, MarginSum, NoSum } from '@/shared/ui/records/Sums';
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
  seen: CostsSeen,
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
    {
      ...column('running', ({ running }) => formatCount(running)),
      topic: 'running-ends-soon-ended',
      isNumeric: true,
      width: 88,
    },
    {
      ...column('monthlyPrice', (figures) => formatMoney(figures.monthlyPrice)),
      topic: 'value-a-month',
      ...money,
      ...(monthlyPrice !== undefined && { total: formatMoney(monthlyPrice) }),
    },
    ...(comparedAt
      ? [
          {
            ...column('change', ({ monthlyPrice: now, before }) => <Change now={now} before={before?.monthlyPrice} />),
            label: messages.changeSince(formatDay(comparedAt)),
            topic: 'compared-with-earlier' as const,
            isNumeric: true,
            width: 176,
            total: <NoSum text={messages.noTotalOfChange} />,
            isOnScreenOnly: true as const,
          },
        ]
      : []),
    {
      ...column('monthlyCost', (figures) => <Amount value={figures.monthlyCost} />),
      topic: 'cost-and-margin-a-month',
      ...money,
      width: 112,
      isSortable: false,
      ...(monthlyPrice !== undefined && { total: <CostSum cost={monthlyCost ?? null} seen={seen} /> }),
    },
    {
      ...column('margin', ({ monthlyPrice: price, margin }) => <Margin price={price} margin={margin} />),
      topic: 'cost-and-margin-a-month',
      ...money,
      width: 144,
      ...(monthlyPrice !== undefined && {
        total: <MarginSum price={monthlyPrice} cost={monthlyCost ?? null} seen={seen} />,
      }),
    },
    {
      ...column('nextEndAt', ({ nextEndAt }) => (nextEndAt ? <DateText at={nextEndAt} /> : '–')),
      topic: 'next-end',
      width: 112,
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
