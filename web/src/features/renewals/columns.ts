import { useMemo } from 'react';
import type { QueryOf } from '@/api/client';
import { useOwnFields } from '@/own/fields';
import { ownLabel } from '@/own/labels';
import { type ChosenColumn, writeColumns } from '@/shared/grid/columns';
import { useChosenColumns } from '@/shared/grid/useChosenColumns';
import { messages } from './messages';

type Exported = NonNullable<QueryOf<'/project/subscription/export'>['Columns']>;

export type ColumnName = (typeof all)[number]['name'] | `own.${string}`;

/** The columns of the table, by the names that a file has them under. */
const all = [
  { name: 'subscription.name', label: messages.subscription },
  { name: 'subscription.categoryName', label: messages.category, isHidden: true },
  { name: 'state', label: messages.state, topic: 'running-ends-soon-ended' },
  { name: 'startAt', label: messages.start, isHidden: true },
  { name: 'endAt', label: messages.end },
  { name: 'cancelBy', label: messages.cancelBy },
  { name: 'companyName', label: messages.company },
  { name: 'price', label: messages.price },
  { name: 'monthlyPrice', label: messages.monthlyPrice, topic: 'value-a-month' },
  { name: 'monthlyCost', label: messages.cost, topic: 'cost-and-margin-a-month', isHidden: true },
  { name: 'margin', label: messages.margin, topic: 'cost-and-margin-a-month' },
  { name: 'responsible', label: messages.responsible },
] as const;

const costs: readonly string[] = ['monthlyCost', 'margin'];

/** The columns of the renewals, as the address or the user's memory has them. */
export function useRenewalColumns(seesCost: boolean) {
  const own = useOwnFields('projectSubscription');
  const offered = useMemo(
    () => [
      ...all.filter(({ name }) => seesCost || !costs.includes(name)),
      ...own.map((field) => ({ name: `own.${field.key}`, label: ownLabel(field), isHidden: true })),
    ],
    [seesCost, own],
  );
  const { chosen, choose } = useChosenColumns('projectSubscription', offered);
  return {
    offered,
    chosen,
    choose,
    /** For a file: those of the screen where the user has chosen them; else it has all, and can be imported again. */
    exported: writeColumns(offered, chosen) === undefined ? undefined : chosen.flatMap(inFile),
  };
}

/** One column of the screen has both names. */
function inFile({ name }: ChosenColumn): Exported {
  return (name === 'companyName' ? ['companyName', 'projectName'] : [name]) as Exported;
}
