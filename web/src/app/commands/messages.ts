import type { Noun } from '@/shared/format/noun';
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
  hints: '{arrows} to choose {enter} to open {escape} to close',

  keyboardShortcuts: 'Keyboard shortcuts',
  guide: "User's guide",
  guideHelp: 'How the jobs of a working day are done, with pictures.',
  singleKeys: 'Single-key shortcuts',
  singleKeysHelp: 'They never work while you type in a field. Those with Ctrl or ⌘ always do.',

  groups: { go: 'Go to', create: 'Create', act: 'Do', page: 'This page', settings: 'Settings' },
  verbs: {
    renew: { label: 'Renew a subscription', which: 'Renew which subscription?', words: 'extend prolong next term' },
    cancel: { label: 'Cancel a subscription', which: 'Cancel which subscription?', words: 'end stop terminate' },
    reprice: {
      label: 'Change a price',
      which: 'Change the price of which subscription?',
      words: 'reprice raise lower',
    },
    handOver: { label: 'Hand over roles', which: 'Hand over the roles of whom?', words: 'leave person access' },
  },
  allOfThem: 'Type a part of the name.',
  commands: 'Commands',
  recent: 'Recent',
  views: 'Saved views',

  yourAccount: 'Your account',
  create: ({ one }: Noun) => `New ${one}`,
  import: ({ many }: Noun) => `Import ${many}`,
  addNew: 'Add new',
  searchList: 'Search in this list',
  back: 'Back',

  // What else a command is found by.
  activityWords: 'history changes log audit undo',
  planWords: 'year ahead forecast future what if try',
  reportsWords: 'money value month recurring margin',
  renewalsWords: 'ends overdue losing money price margin calendar',
  removedWords: 'deleted trash restore bin',
  securityWords: 'sign-ins events audit failures',
  fieldsWords: 'own custom columns attributes vat number',
  groupsWords: 'single sign-on roles oidc claim directory',
  channelsWords: 'chat slack teams mattermost messages',
  webhooksWords: 'integration events deliveries receiver',
  accountWords: 'profile photo password address',
  createWords: 'add create',
  importWords: 'file upload csv xlsx spreadsheet',
  guideWords: 'help manual documentation how to',
  helpWords: 'keys help',
  signOutWords: 'log out leave',
  themeWords: 'color colour mode',
  undoWords: 'bring back restore',
};
