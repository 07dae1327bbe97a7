import { formatMoney } from '@/shared/format/money';
import type { Noun } from '@/shared/format/noun';
import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import { bulkLabels } from './actionMessages';

export const messages = {
  title: (label: string, { one, many }: Noun, count: number, name?: string) =>
    `${label}: ${name === undefined ? counted(count, one, many) : isolate(name)}`,

  // What is selected.
  selection: 'Selection',
  selected: (count: number, { one, many }: Noun) => `${counted(count, one, many)} selected`,
  allSelected: (count: number, { one, many }: Noun) => `All ${counted(count, one, many)} that match`,
  selectAll: (count: number) => `Select all ${formatCount(count)} that match`,
  clearSelection: 'Clear selection',

  // Parameters.
  preview: 'Preview',
  downloading: (name: string) => `Exporting ${name}`,
  arrived: (bytes: number) => (bytes === 0 ? 'Waiting for the first rows' : `${(bytes / 1e6).toFixed(1)} MB`),
  back: 'Back',
  by: 'Change by',
  ways: { percent: 'By percent', amount: 'By amount', price: 'To a price' },
  percent: 'Percent',
  percentHelp: 'For example 5, or -2.5 to lower. Prices are rounded to the cent.',
  percentRule:
    'Percent must be more than -100 and at most 1000, not 0, with at most four decimals, for example 5 or -2.5.',
  amount: 'Amount',
  amountHelp: 'In US dollars, added to each price. For example 5.50, or -5.50 to lower.',
  amountRule: 'Amount must be dollars and cents, not 0, for example 5.50 or -5.50.',
  when: 'From',
  whens: { now: 'From now', renewal: 'From the next renewal', day: 'From a day' },
  fromDay: 'Day',
  fromDayHelp: 'The first day of the new price, in UTC.',
  fromDayRule: 'Day must be after today.',
  months: 'Next period',
  asBefore: 'As long as the last one',
  ofMonths: (months: number) =>
    months % 12 === 0 ? counted(months / 12, 'year', 'years') : counted(months, 'month', 'months'),
  required: (label: string) => `${label} field is required.`,
  reasonHelp: 'At most 256 characters. Each subscription gets it.',
  renewal: 'At the end of the term',
  renews: 'Renew automatically',
  ends: 'End',
  choose: 'Choose…',
  categoriesFailed: 'The categories could not be loaded.',
  field: 'Field',
  noFields: 'The fields could not be loaded.',
  toEmail: 'To',
  toHelp: 'Who gets every role. Type the beginning of the e-mail address.',

  // What an action does with these parameters.
  percentUp: (percent: string) => `Every price rises by ${percent} %.`,
  percentDown: (percent: string) => `Every price falls by ${percent} %.`,
  amountUp: (amount: number) => `Every price rises by ${formatMoney(amount)}.`,
  amountDown: (amount: number) => `Every price falls by ${formatMoney(amount)}.`,
  newPrice: (price: number) => `Every price becomes ${formatMoney(price)}.`,
  fromRenewal: 'It counts from the next renewal of each on.',
  fromDayOn: (day: string) => `It counts from ${day} on.`,
  renewsFor: (term: string) => `Each gets a next period of ${term}, at the planned price or else today's.`,
  does: {
    renew: "Each gets a next period as long as the last one, at the planned price or else today's.",
    cancel: 'They end now, and do not renew.',
    renews: 'They renew automatically at the end of their term.',
    ends: 'They end with their term.',
    remove: 'What is still in use stays, marked, until it is not. Anything else is gone from the lists.',
    removeWithContents: 'Everything inside goes first, then the record itself.',
    restore: 'They are back in the lists.',
    enable: 'They can sign in again.',
    disable: 'They can not sign in, and are signed out everywhere.',
    invite: 'Each gets a mail with a link to set a password.',
  },
  inviteWithoutMail:
    'No mail server is set up: the links are only written to files in the outbox of the server. Invite people one by one to get links that you can pass on.',
  status: (status: string) => `Their status becomes ${status}.`,
  setField: (label: string, value: string) => `${isolate(label)} becomes ${isolate(value)}.`,
  clearField: (label: string) => `${isolate(label)} is cleared.`,
  category: (name: string) => `They move to the category ${isolate(name)}.`,
  moderator: (email: string, role: string) => `${email} becomes a moderator in the role ${role}.`,
  handOver: (email: string) =>
    `Every role goes to ${email}. Where ${email} has a role already, the higher of the two stays.`,

  // The preview.
  looking: 'Finding out what would change…',
  previewFailed: 'The preview could not be made. Nothing was changed.',
  changes: (count: number) => `${counted(count, 'record changes', 'records change')}.`,
  nothingChanges: 'Nothing would change.',
  asWanted: (count: number) => `${counted(count, 'is', 'are')} as wanted already.`,
  refused: (count: number) => `${counted(count, 'is refused', 'are refused')} and stay as they are:`,
  unknown: 'Not found',
  moreRefused: (count: number) => `And ${formatCount(count)} more.`,
  contents: 'What goes',
  companies: 'Companies',
  projects: 'Projects',
  outOfReports: 'What is removed is not in the reports of earlier months any more. What is canceled stays in them.',
  cancelInstead: 'Cancel subscriptions instead',
  products: 'Products',
  subscriptions: 'Subscriptions',
  monthlyPrice: 'Worth a month',
  monthlyCost: 'Cost a month',
  margin: 'Margin a month',
  effect: 'What it comes to',
  together: 'All together',
  now: 'Now',
  afterwards: 'After',
  difference: 'Change',
  rows: 'What changes',
  was: 'from',
  becomes: 'to',
  moreChange: (count: number) => `And ${counted(count, 'more record', 'more records')} alike.`,
  undoLater: 'You can take all of it back afterwards.',

  // On its way.
  jobs: 'Under way',
  stop: 'Stop',
  stopJob: (label: string) => `Stop: ${label}`,
  waiting: 'Waiting to begin',
  progress: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)}`,
  progressUnknown: 'How far it is could not be read. It goes on.',

  // At its end.
  redo: 'Redo',
  done: (label: string, done: number, refused: number) =>
    refused === 0
      ? label === bulkLabels.removeWithContents
        ? `${counted(done, 'record is', 'records are')} removed: all that was inside went too.`
        : `${label}: ${formatCount(done)} done.`
      : `${label}: ${formatCount(done)} done, ${formatCount(refused)} refused.`,
  noneDone: (label: string, refused: number) =>
    `${label}: nothing was changed, ${formatCount(refused)} refused. The preview says why.`,
  stopped: (label: string, done: number, total: number) =>
    `${label} stopped: ${formatCount(done)} of ${formatCount(total)} done.`,
  failed: (label: string, done: number, total: number) =>
    `${label} ended early: ${formatCount(done)} of ${formatCount(total)} done. Undo, or start it again for the rest.`,
};
