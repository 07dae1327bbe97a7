import type { Noun } from '@/shared/format/noun';
import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

/** The texts of the products and subscriptions of a project. */
export const messages = {
  products: {
    noun: { one: 'product', many: 'products', title: 'Products' },
    emptyText: 'Products of the catalogue that this project gets, with their status and prices.',
  },
  subscriptions: {
    noun: { one: 'subscription', many: 'subscriptions', title: 'Subscriptions' },
    emptyText: 'Subscriptions of the catalogue that this project runs on, with their periods and prices.',
  },
  category: 'Category',
  noneOf: ({ many }: Noun) => `No ${many} yet`,
  pickHelp: ({ one }: Noun) => `Type a part of the ${one}'s name.`,
  noneFound: ({ one }: Noun) => `No ${one} found.`,
  categoryAndStatus: (category: string, status: string) => `${isolate(category)}, ${status.toLowerCase()}`,
  removingItem: ({ one }: Noun) => `Are you sure you want to remove this ${one} from the project?`,
  needsProjectOr: ({ one }: Noun) => `its project or the ${one} in the catalogue`,
  termPrice: 'Price of the term',
  termCost: 'Cost of the term',
  priceHelp: 'What the company pays.',
  costHelp: 'What it costs us.',
  costIs: (cost: string) => `Cost ${cost} by the catalogue.`,
  marginIs: (margin: string, percent: number) => `Margin ${margin}, ${percent} % of the price.`,
  belowCost: (loss: string) => `The price is below the cost: it loses ${loss}.`,
  asIn: (project: string, company: string) => `Filled in as in ${isolate(project)} of ${isolate(company)}.`,
  saveAndAddAnother: 'Save and add another',
  saveAndAddSubscription: 'Save and add subscription',
  autoRenew: 'Auto Renew',
  autoRenewHelp: 'A next period of the same length begins when this one ends.',
  start: 'Start',
  startHelp: 'From its first second, in UTC.',
  end: 'End',
  endHelp: 'To its last second, in UTC.',
  noticeHelp: 'Days before the end by which it must be canceled. Left empty, those of the catalogue hold.',
  term: 'Term',
  forTerm: (amount: string, term: string) => `${amount} for ${term}`,
  terms: { week: 'Week', month: 'Month', quarter: 'Quarter', year: 'Year', until: 'Until' },
  termOfMonths: (months: number) =>
    months % 12 === 0 ? counted(months / 12, 'year', 'years') : counted(months, 'month', 'months'),
  termOfDays: (days: number) => counted(days, 'day', 'days'),
  renewsOn: (term: string, end: string, next: string) =>
    `${term}. It renews after ${end}; the next period runs until ${next}.`,
  endsOn: (term: string, end: string) => `${term}. It ends on ${end} and does not renew.`,
  cancelUntil: (day: string) => ` Cancel by ${day}.`,
  endsIn: (days: string) => `, ${days}`,
  endBeforeStart: 'End At can not be before Start At.',
  endTooEarlyToRenew: 'End At must be at least a day after Start At when it renews.',
  itemCost: 'Cost',
  cancelationReason: 'Cancelation Reason',
  state: 'State',
  cancelSubscription: 'Cancel subscription',
};
