import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

/** The texts of parts of other pages. */
export const messages = {
  value: 'Value',
  valueFailed: 'The value could not be loaded.',
  monthlyCost: 'Cost a month',
  margin: 'Margin a month',
  nothingRuns: 'Nothing runs',
  runs: (count: number) => counted(count, 'subscription runs', 'subscriptions run'),
  showRunning: (count: number) => `Show all ${formatCount(count)}`,
  noMargin: {
    hidden: 'Not shown, because some costs are hidden from you',
    perhapsHidden: 'Not shown, because some costs may be hidden from you',
  },

  project: 'Project',
  state: 'State',
  end: 'End',
  price: 'Price of the term',
  costNow: 'Cost of the term',
  costAtRenewal: 'Cost from the next renewal',
  uses: 'Subscriptions in projects',
  select: 'Select',
  selectOne: (project: string) => `Select ${isolate(project)}`,
  selectAll: (count: number) => `Select all ${formatCount(count)}`,
  selectLosing: 'Select losing money',
  selected: (count: number) => `${formatCount(count)} selected`,
  raiseAsCost: (percent: string) => `Raise by ${percent} %, as the cost did`,
  raiseAllAsCost: (count: number, percent: string) =>
    `Raise ${count === 1 ? 'it' : `all ${formatCount(count)}`} by ${percent} %, as the cost did`,
  showAll: (count: number) => `Show all ${formatCount(count)} in Renewals`,

  newCost: 'What the new cost does',
  noneRuns: 'No running subscription of a project is affected.',
  previewFailed: 'What the new cost does to projects could not be loaded.',
  keep: (count: number) =>
    `${counted(count, 'running subscription keeps its cost', 'running subscriptions keep their costs')} until the end of the period.`,
  loses: (count: number) => counted(count, 'of them then loses money', 'of them then lose money'),
  losesNone: 'None of those that renew then loses money.',
  losesFrom: (day: string, price: string, cost: string) => `renews after ${day} at a price of ${price}, cost ${cost}`,
  first: (shown: number, all: number) => `Looked at the first ${formatCount(shown)} of ${formatCount(all)}.`,
};
