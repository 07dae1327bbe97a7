import type { AnswerOf } from '@/api/client';
import { messages } from '@/resource/messages';
import { readField } from '@/resource/resource';
import { formatMoney, marginOf } from '@/shared/format/money';
import { formatCount } from '@/shared/format/number';
import type { GridColumn } from '@/shared/grid/columns';
import { Amount } from '@/shared/ui/Amount';
import { DateText } from '@/shared/ui/RelativeTime';

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
): GridColumn<Row>[] {
  const { monthlyPrice, monthlyCost } = totals;
  const column = (
    name: keyof Figures,
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
    {
      ...column('monthlyCost', (figures) => <Amount value={figures.monthlyCost} />),
      ...money,
      isSortable: false,
      ...(monthlyCost != null && { total: formatMoney(monthlyCost) }),
    },
    {
      ...column('margin', ({ margin }) => <Amount value={margin} />),
      ...money,
      // Costs that are hidden are left out of their sum, but the prices are not left out of theirs.
      ...(seesAllCosts &&
        monthlyPrice !== undefined &&
        monthlyCost != null && { total: <Amount value={marginOf(monthlyPrice, monthlyCost)} /> }),
    },
    {
      ...column('nextEndAt', ({ nextEndAt }) => (nextEndAt ? <DateText at={nextEndAt} /> : '–')),
      width: 112,
      isSortable: true,
    },
    { ...column('owners', ({ owners }) => owners.map(({ displayName }) => displayName).join(', ') || '–'), width: 180 },
  ];
}
