import { rightsMessages } from '@/session/messages';
import type { Noun } from '@/shared/format/noun';
import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

export const messages = {
  overview: 'Overview',

  add: ({ one }: Noun) => `Add ${one}`,
  create: ({ one }: Noun) => `New ${one}`,
  edit: ({ one }: Noun) => `Edit ${one}`,
  isAdded: (name: string) => `${isolate(name)} is added.`,

  // Which role would do.
  doing: { add: 'adding', edit: 'editing', remove: 'removing' },
  needs: (doing: string[], roles: readonly string[]) => {
    const what = new Intl.ListFormat('en').format(doing);
    const who = rightsMessages.neededRole(roles);
    return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${doing.length > 1 ? 'need' : 'needs'} ${who}.`;
  },

  addAddress: 'Add address',
  addressRemoved: 'The address is removed.',
  addressSaved: 'The address is saved.',
  editAddress: 'Edit address',
  saveAddress: 'Save address',

  withContents: 'Or all that belongs to it goes too. You see what that is before anything is removed.',
  wasMarked: ({ one }: Noun) => `This ${one} was marked for removal {when}. `,
  canBeFinalized: 'Its removal can be finalized.',
  stays: (until: string, left: [one: string, many: string], count: number | undefined) =>
    count === undefined ? `${until}.` : `${until}; ${counted(count, ...left)} left.`,

  views: { cards: 'Cards', table: 'Table' },
  export: 'Export',
  columnsShown: 'Columns on the screen',
  allColumns: 'All columns',
  formats: { csv: 'CSV', xlsx: 'Excel' },
  figuresLabel: 'Figures',
  figures: {
    projects: 'Projects',
    running: 'Running',
    monthlyPrice: 'Price a month',
    monthlyCost: 'Cost a month',
    margin: 'Margin a month',
    nextEndAt: 'Next end',
    owners: 'Owners',
    change: 'Change',
  },
  // On cards.
  worth: (price: string, nextEnd: string | undefined) =>
    nextEnd ? `${price} a month, next end ${nextEnd}` : `${price} a month`,
  nothingRuns: 'No subscription runs',
  owners: (names: readonly string[]) => (names.length > 0 ? `Owner: ${names.join(', ')}` : 'No owner'),
  compare: 'Compare',
  comparisons: {
    none: 'Not compared',
    month: 'With a month ago',
    quarter: 'With a quarter ago',
    year: 'With a year ago',
  },
  changeSince: (day: string) => `Since ${day}`,
  was: (amount: string) => `was ${amount}`,
  noTotalOfChange: 'Row by row',
  // A minus stands for descending.
  figureSorts: {
    '-monthlyPrice': 'Highest price a month',
    monthlyPrice: 'Lowest price a month',
    '-margin': 'Highest margin',
    margin: 'Lowest margin',
    nextEndAt: 'Next end first',
    '-nextEndAt': 'Next end last',
  },

  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  sortAToZ: (field: string) => `${field} A to Z`,
  sortZToA: (field: string) => `${field} Z to A`,
};
