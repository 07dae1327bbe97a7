import { counted, formatTenth } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

interface Days {
  gone: number;
  all: number;
}

interface Headline {
  amount: string;
  /** In percent. */
  change: number | undefined;
  compared: string;
  started: string;
  ended: string;
  most: string | undefined;
}

function changeInWords(change: number | undefined, compared: string): string {
  if (change === undefined) return '';
  if (change === 0) return `, as in ${compared}`;
  return `, ${formatTenth(Math.abs(change))} % ${change > 0 ? 'more' : 'less'} than in ${compared}`;
}

export const messages = {
  title: 'Reports',
  notLoaded: 'The report could not be loaded.',
  period: 'Period',
  periods: { month: 'Month', quarter: 'Quarter', year: 'Year', last12: 'Last twelve months', own: 'Choose months' },
  ends: { from: 'From', to: 'To' },
  earlier: 'Earlier',
  later: 'Later',
  quarter: (number: number, year: number) => `Q${number} ${year}`,
  /** Within a sentence. */
  theQuarter: (number: number, year: number) =>
    `the ${['first', 'second', 'third', 'fourth'][number - 1]} quarter of ${year}`,
  compare: 'Compared with',
  comparisons: { previous: 'Compared with the period before', year: 'Compared with a year earlier' },

  summary: (period: string) => `How was ${period}?`,
  /** Of a period that is running. */
  soFar: (period: string, day: number, month: string) => `${period} so far, until ${day} ${month}`,
  partOfDays: ({ gone, all }: Days, compared: string) =>
    `${gone} of ${all} days: what has started, ended, been repriced or added so far is compared with the whole of ${compared}.`,
  headline: ({ amount, change, compared, started, ended, most }: Headline) =>
    `${amount} a month${changeInWords(change, compared)}; ${started} new, ${ended} ended${most === undefined ? '' : `; ${isolate(most)} has the largest increase`}.`,
  figures: 'Figures',
  figure: 'Figure',
  change: 'Change',
  unchanged: 'unchanged',
  changed: (isMore: boolean, amount: string, percent: string | undefined) =>
    `${isMore ? '+' : '−'}${amount}${percent === undefined ? '' : ` (${isMore ? '+' : '−'}${percent} %)`}`,
  percent: (value: string) => `${value} %`,
  points: (value: string) => `${value} points`,
  names: {
    monthlyPrice: 'Price a month',
    monthlyCost: 'Cost a month',
    margin: 'Margin a month',
    marginPercent: 'Margin in percent of the price',
    running: 'Running subscriptions',
    customers: 'Customers with a running subscription',
    started: 'Started, price a month',
    ended: 'Ended, price a month',
    repriced: 'Repriced, price a month',
    oneOff: 'Products added, price paid once',
  },
  /** What the figures of a period open: no list has the rows that add up to them. */
  opens: {
    started: 'Opens what ran at the end, the latest start first.',
    ended: 'Opens what is ended or canceled, by its last day.',
    repriced: 'Opens the edits of subscriptions in the period.',
    oneOff: 'Opens the log of products added in the period.',
  },
  figuresNote: (period: string, compared: string) =>
    `Values a month and numbers are those at the end of ${period} and of ${compared}, or now. Started, ended, repriced and added are sums over each period.`,
  movers: { up: 'Who brings more?', down: 'Who brings less?' },
  moversText: { up: 'More a month than in the period before', down: 'Less a month than in the period before' },
  none: (period: string) => `Nothing to report of ${period}`,
  noneText:
    'No subscription ran in it, nor in what it is compared with. What projects subscribe to is summed up here by period, company and category.',
  toProjects: 'Go to projects',
  noMovers: { up: 'No company brings more.', down: 'No company brings less.' },
  mover: (name: string, change: string, before: string, value: string) =>
    `${isolate(name)}: ${change} a month, from ${before} to ${value}`,

  exports: { xlsx: 'Excel', csv: 'CSV' },
  exportMonths: 'Months as Excel',
  print: 'Print',
  paperTitle: (period: string) => `Report: ${period}`,
  paperText: (compared: string, made: string, host: string) =>
    `Compared with ${compared}. Made on ${made} by btracker (${host}).`,
  byMail: 'By mail',
  byMailText:
    'The report of the week or month before, with the figures as a spreadsheet, at the hour of your notifications.',
  noMailServer: 'Mails are only written to files here: no mail server is set up yet.',
  mailing: { monthly: 'On the first day of each month', weekly: 'On Mondays', off: 'Not by mail' },
  mailingSaved: {
    monthly: 'You get the report on the first day of each month.',
    weekly: 'You get the report on Mondays.',
    off: 'You get no reports by mail.',
  },

  byMonth: 'By the month',
  range: 'Months',
  ranges: { 12: '12 months', 24: '24 months', ahead: 'Year ahead' },

  value: 'What do subscriptions bring a month?',
  valueText: (now: string, count: number) =>
    `${now} a month now, by ${counted(count, 'subscription', 'subscriptions')}`,
  inMonth: (month: string, price: string, count: number) =>
    `${month}: ${price} a month, ${counted(count, 'subscription', 'subscriptions')}`,
  expected: (text: string) => `${text}, certain so far`,
  noValue: 'No subscription has run in these months.',

  moves: 'What moved it?',
  month: 'Month',
  price: 'Price a month',
  started: 'Started',
  ended: 'Ended',
  repriced: 'Repriced',
  cost: 'Cost a month',
  margin: 'Margin a month',
  costsSeen: 'Costs are those that you see. The margin is not shown, because some costs may be hidden from you.',
  running: 'Running',
  isNow: ' (now)',

  byCompany: 'Which companies bring it?',
  byCategory: 'Which categories bring it?',
  company: 'Company',
  category: 'Category',
  groups: (count: number) => `The ${count === 1 ? 'largest' : `${count} largest`}, now`,
  priceOf: (amount: string) => `${amount} price a month`,
  costOf: (amount: string) => `${amount} cost a month`,
  amountsOf: (name: string, amounts: string[]) => `${isolate(name)}: ${amounts.join(', ')}`,
  nothing: 'Nothing runs now.',
};
