import { counted, formatCount } from '@/shared/format/number';

export const messages = {
  searchAndCommands: 'Search and commands',
  searchOrCommand: 'Search, or type a command',
  results: 'Results',
  resultCount: (count: number) => counted(count, 'result', 'results'),
  manyResults: (count: number) => `All results, ${formatCount(count)} or more`,
  allResults: (count: number) => `All ${formatCount(count)} results`,
  searching: 'Searching…',
  searchFailed: 'The search did not work.',
  nothingMatches: (text: string) => `Nothing matches “${text}”.`,
  toChoose: ' to choose ',
  toOpen: ' to open ',
  toClose: ' to close',

  keyboardShortcuts: 'Keyboard shortcuts',
  singleKeys: 'Single-key shortcuts',
  singleKeysHelp: 'They never work while you type in a field. Those with Ctrl or ⌘ always do.',

  groups: { go: 'Go to', create: 'Create', page: 'This page', settings: 'Settings' },
  commands: 'Commands',
  recent: 'Recent',
  records: {
    company: 'Companies',
    project: 'Projects',
    projectSubscription: 'Subscriptions of projects',
    product: 'Products',
    subscription: 'Subscriptions',
    user: 'Users',
  },

  yourAccount: 'Your account',
  create: {
    company: 'New company',
    project: 'New project',
    product: 'New product',
    subscription: 'New subscription',
    user: 'New user',
  },
  addNew: 'Add new',
  searchList: 'Search in this list',
  back: 'Back',

  // What else a command is found by.
  activityWords: 'history changes log audit undo',
  reportsWords: 'money value month recurring margin',
  renewalsWords: 'ends overdue losing money price margin calendar',
  removedWords: 'deleted trash restore bin',
  accountWords: 'profile photo password address',
  createWords: 'add create',
  helpWords: 'keys help',
  signOutWords: 'log out leave',
  themeWords: 'colour mode',
  undoWords: 'bring back restore',
  usersWords: 'users people',
};
