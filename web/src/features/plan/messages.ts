import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

const subscriptions = (count: number) => counted(count, 'subscription', 'subscriptions');

export const messages = {
  title: 'Plan',
  asItIsNote: 'The year ahead if nobody does anything. Try a decision, and see what it does to the year.',

  // The picture.
  question: { price: 'What do subscriptions bring a month?', margin: 'What is left of it a month?' },
  measure: 'Shown',
  measures: { price: 'Value', margin: 'Margin' },
  until: 'Until',
  untilMonths: { 12: '12 months', 24: '24 months' },
  untilMonth: (month: string) => `Until ${month}`,
  asItIs: 'As it is',
  asPlanned: 'As planned',
  month: 'Month',
  inMonth: (month: string, before: string, after: string | undefined) =>
    `${month}: ${before} a month${after === undefined ? '' : ` as it is, ${after} as planned`}`,
  nowAndThen: (now: string, then: string, month: string) =>
    `Subscriptions bring ${now} a month now, ${then} in ${month}`,
  nowAndThenOfMargin: (now: string, then: string, month: string) =>
    `The margin is ${now} a month now, ${then} in ${month}`,
  effect: (isMore: boolean, amount: string, until: string) =>
    `Subscriptions bring ${amount} ${isMore ? 'more' : 'less'} until ${until}`,
  effectOfMargin: (isMore: boolean, amount: string, until: string) =>
    `Subscriptions bring ${amount} ${isMore ? 'more' : 'less'} margin until ${until}`,
  noEffect: (until: string) => `Nothing changes until ${until}`,
  customersAbove: (count: number) => `${counted(count, 'customer', 'customers')} above 10 %`,
  whatItComesTo: 'What a plan comes to',
  notLoaded: 'The year ahead could not be computed.',
  notComputed: 'This is the year before your last change, which could not be computed.',
  nothing: 'Nothing runs in these months.',

  // What is tried.
  tried: 'What is tried',
  notSaved: 'Not saved',
  add: 'Add a change',
  day: 'Day',
  dayOf: (change: string) => `Day: ${change}`,
  edit: (change: string, whose: string) => `Change: ${change}, ${whose}`,
  takeOut: (change: string, whose: string) => `Take out: ${change}, ${whose}`,
  takenOut: (change: string) => `Taken out: ${change}`,
  changesCount: (changes: number, total: number) => `${formatCount(changes)} of ${formatCount(total)} change`,
  refusedCount: (count: number) => `${formatCount(count)} refused`,
  tooMany: 'A plan has at most 20 changes.',
  repriceBy: (isMore: boolean, by: string) => `Price ${isMore ? '+' : '−'}${by}`,
  repriceTo: (price: string) => `Price ${price}`,
  fromRenewal: ' from the renewal',
  renewFor: (months: number) =>
    `Renew for ${months % 12 === 0 ? counted(months / 12, 'year', 'years') : counted(months, 'month', 'months')}`,
  does: { renews: 'Renew automatically', ends: 'Let it end', renew: 'Renew', cancel: 'Cancel' },
  oneOf: (name: string, company: string) => `${isolate(name)}, ${isolate(company)}`,
  countOf: (count: number, company: string) => `${subscriptions(count)} of ${isolate(company)}`,
  count: subscriptions,
  matching: 'All that match',

  // Decisions.
  decisions: 'What is due next?',
  decisionsText: 'Choose, and see at once what it does to the year. Nothing is changed before you apply it.',
  noDecisions: 'Nothing is to be decided in these months.',
  decide: {
    cancelBy: (day: string, away: string) => `Renews, unless it is canceled by ${day} (${away})`,
    ends: (day: string, away: string) => `Ends on ${day} (${away}), unless it is renewed`,
    renews: (day: string, away: string) => `Renews on ${day} (${away})`,
    price: (day: string, away: string) => `New price on ${day} (${away})`,
  },
  aMonth: (amount: string) => `${amount} a month`,

  // Events.
  events: 'What happens if nobody does anything',
  eventsTotal: (count: number, until: string, change: string) =>
    `${counted(count, 'event', 'events')} until ${until}. Together they change the value by ${change} a month.`,
  eventsFailed: 'What happens could not be loaded.',
  noEvents: 'Nothing happens',
  noEventsText: 'No subscription ends, renews or gets another price in these months.',
  toProjects: 'Go to projects',
  noMatch: 'Nothing matches',
  noMatchText: 'Nothing that happens in these months has what you ask for.',
  clear: 'Clear filters',
  kind: 'Kind',
  kinds: { '': 'All', cancelBy: 'Last day to decide', renews: 'Renews', ends: 'Ends', price: 'New price' },
  responsible: 'Responsible',
  mine: 'Mine',
  nobody: 'Nobody',
  ofCompany: (name: string) => `Company: ${isolate(name)}`,
  onlyCompany: (name: string) => `Only ${isolate(name)}`,
  thisCompany: 'This company',
  tryFor: (name: string) => `Try something: ${isolate(name)}`,
  newPrice: 'Another price…',

  // Adding a change.
  adding: 'Try a Change',
  editing: 'Change What Is Tried',
  addVerb: 'Try it',
  editVerb: 'Change it',
  forWhich: (whose: string) => `For ${whose}`,
  selected: (count: number) => `For the ${subscriptions(count)} that you selected`,
  companyHelp: 'Empty for all companies.',
  what: 'What',
  actions: { reprice: 'Price', cancel: 'Cancel', setRenewal: 'Renewal', renew: 'Renew' },
  from: 'The new price counts',
  froms: { now: 'From the day on', renewal: 'From the next renewal' },
  dayHelp: 'When it happens, in UTC.',
  dayRule: (first: string, last: string) => `Day must be from ${first} to ${last}.`,

  // Plans.
  saved: {
    title: 'Plans',
    none: 'No plan is kept yet.',
    failed: 'The plans could not be loaded.',
    isSaved: (name: string) => `The plan ${isolate(name)} is saved.`,
    renaming: (name: string) => `Renaming Plan: ${isolate(name)}`,
    remove: 'Remove',
    removing: (name: string) => `Removing Plan: ${isolate(name)}`,
    removingQuestion: 'Are you sure you want to remove this plan? The subscriptions stay as they are.',
    removingShared: 'Everyone sees it now, and nobody will.',
    isRemoved: (name: string) => `The plan ${isolate(name)} is removed.`,
  },
  shared: 'Shared',
  newPlan: 'New plan',
  keep: 'Save this plan',
  keepAs: 'Save as a new plan',
  keeping: 'Save Plan',
  keepingIntro: 'With its changes and months, as they are now.',
  name: 'Name',
  isShared: 'Share with all',
  save: 'Save plan',
  discard: 'Discard changes',
  discarded: 'Discarded what was not saved.',
  gone: 'This plan is not there',
  goneText: 'It was removed, or is not shared with you.',
  begin: 'Begin a new one',
  conflict: 'Somebody changed this plan meanwhile. Yours is not saved yet.',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',

  // Applying.
  apply: 'Apply…',
  applying: (name: string) => `Apply: ${isolate(name)}`,
  applyText:
    'Changes whose day has come are done now. The others are kept for their day, as planned prices, renewals and ends.',
  applyVerb: 'Apply',
  looking: 'Finding out what would change…',
  previewFailed: 'The preview could not be made. Nothing was changed.',
  changes: (count: number) => `${counted(count, 'subscription changes', 'subscriptions change')}.`,
  rows: 'What changes',
  becomes: 'What becomes of it',
  subscription: 'Subscription',
  since: 'Changed since then',
  isNew: 'Added since then',
  stays: 'Stays as it is',
  changedSince: (count: number, saved: string) =>
    `${count === 0 ? 'Nothing has' : `${subscriptions(count)} ${count === 1 ? 'has' : 'have'}`} changed since the plan was saved, on ${saved}.`,
  moreChange: (count: number) => `And ${counted(count, 'more change', 'more changes')}.`,
};
