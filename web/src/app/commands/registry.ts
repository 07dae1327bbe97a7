import {
  ArrowLeft,
  Bell,
  BookOpen,
  CircleUser,
  Command as CommandIcon,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Pencil,
  Plus,
  Save,
  Search,
  Sun,
  Undo2,
  Upload,
} from 'lucide-react';
import { dashboard, furtherDestinations, recordLists } from '@/app/shell/destinations';
import { messages as shell } from '@/app/shell/messages';
import { guideAddress } from '@/base';
import { bulkActions } from '@/bulk/actions';
import { paths } from '@/paths';
import { allRecords, isAdmin, type RecordKind, type Rights } from '@/records';
import { offered, type PageCommand } from '@/shared/commands';
import { common } from '@/shared/messages';
import { chooseTheme, type Theme } from '@/shared/theme';
import { messages } from './messages';
import { type Verb, verbs } from './verbs';

/** What commands can set in motion. */
export interface CommandEffects {
  go: (path: string) => void;
  back: () => void;
  openPalette: () => void;
  openHelp: () => void;
}

export const groups = Object.values(messages.groups);

export interface Command {
  id: string;
  /** The name of one of the groups. */
  group: string;
  label: string;
  /** What else it is found by. */
  words?: string;
  Icon: LucideIcon;
  /** Pressed one after the other. `Mod` is Ctrl, or Command on a Mac. */
  keys?: readonly string[];
  /** What it does to a record that the palette asks for. */
  verb?: Verb;
  /** Left out where everyone always may. */
  may?: (rights: Rights) => boolean;
  run: (effects: CommandEffects) => void;
}

/** Everything that can be done by name or by key: the palette, the shortcuts and the help sheet all read this. */
export const commands: readonly Command[] = [
  goTo('dashboard', dashboard, 'd'),
  ...recordLists.map(goToList),
  goTo('notifications', { to: paths.app.notifications(), label: shell.notifications, Icon: Bell }, 'n'),
  {
    ...goTo('account', { to: paths.app.account(), label: messages.yourAccount, Icon: CircleUser }, 'a'),
    words: messages.accountWords,
  },

  { ...goTo('renewals', furtherDestinations.renewals, 'w'), words: messages.renewalsWords },
  { ...goTo('plan', furtherDestinations.plan, 'l'), words: messages.planWords },
  { ...goTo('reports', furtherDestinations.reports, 'm'), words: messages.reportsWords },
  { ...goTo('activity', furtherDestinations.activity, 'h'), words: messages.activityWords },
  { ...goTo('removed', furtherDestinations.removed, 'x'), words: messages.removedWords },
  {
    ...goTo('security', furtherDestinations.security, 'y'),
    words: messages.securityWords,
    may: isAdmin,
  },
  { ...goTo('channels', furtherDestinations.channels, 'v'), words: messages.channelsWords, may: isAdmin },
  {
    ...goTo('webhooks', furtherDestinations.webhooks, 'k'),
    words: messages.webhooksWords,
    may: isAdmin,
  },

  { ...goTo('groups', furtherDestinations.groups, 'j'), words: messages.groupsWords, may: isAdmin },
  { ...goTo('fields', furtherDestinations.fields, 'o'), words: messages.fieldsWords, may: isAdmin },

  ...allRecords.flatMap(create),
  ...allRecords.flatMap(importOf),
  ...verbs.map(toRecord),

  onPage('new', messages.addNew, Plus, 'n'),
  onPage('edit', common.edit, Pencil, 'e'),
  onPage('search', messages.searchList, Search, '/'),
  onPage('save', common.save, Save, 'Mod+Enter'),
  { ...onPage('undo', common.undo, Undo2, 'u'), words: messages.undoWords },
  {
    id: 'back',
    group: messages.groups.page,
    label: messages.back,
    Icon: ArrowLeft,
    keys: ['b'],
    run: ({ back }) => back(),
  },

  theme('light', Sun),
  theme('dark', Moon),
  theme('system', Monitor),
  {
    id: 'palette',
    group: messages.groups.settings,
    label: messages.searchAndCommands,
    Icon: CommandIcon,
    keys: ['Mod+k'],
    // The shell opens it (LaterCommands.tsx), before any of this is loaded; here it stands for the help sheet.
    run: ({ openPalette }) => openPalette(),
  },
  {
    id: 'help',
    group: messages.groups.settings,
    label: messages.keyboardShortcuts,
    words: messages.helpWords,
    Icon: Keyboard,
    keys: ['?'],
    run: ({ openHelp }) => openHelp(),
  },
  {
    id: 'guide',
    group: messages.groups.settings,
    label: messages.guide,
    words: messages.guideWords,
    Icon: BookOpen,
    run: () => void window.open(guideAddress, '_blank', 'noopener'),
  },
  {
    id: 'sign-out',
    group: messages.groups.settings,
    label: shell.signOut,
    words: messages.signOutWords,
    Icon: LogOut,
    run: ({ go }) => go(paths.app.logout()),
  },
];

export function allowedCommands(rights: Rights): Command[] {
  return commands.filter(({ may }) => may === undefined || may(rights));
}

function goTo(id: string, { to, label, Icon }: { to: string; label: string; Icon: LucideIcon }, key: string): Command {
  return { id: `go-${id}`, group: messages.groups.go, label, Icon, keys: ['g', key], run: ({ go }) => go(to) };
}

function goToList({ key, words, forAdmins, ...to }: (typeof recordLists)[number]): Command {
  return { ...goTo(to.list, to, key), ...(words && { words }), ...(forAdmins && { may: isAdmin }) };
}

function create({ kind, noun, list, adding }: RecordKind): Command[] {
  if (!list?.key || !adding) return [];
  return [
    {
      id: `new-${kind}`,
      group: messages.groups.create,
      label: messages.create(noun),
      words: messages.createWords,
      Icon: Plus,
      keys: ['c', list.key],
      may: adding.may,
      run: ({ go }) => go(adding.path()),
    },
  ];
}

function importOf({ kind, noun, adding, import: isImported }: RecordKind): Command[] {
  if (!adding || !isImported) return [];
  return [
    {
      id: `import-${kind}`,
      group: messages.groups.create,
      label: messages.import(noun),
      words: messages.importWords,
      Icon: Upload,
      may: adding.may,
      run: ({ go }) => go(paths.app.import(kind)),
    },
  ];
}

/** The palette asks for the record, so it runs only from there. */
function toRecord(verb: Verb): Command {
  const { action, list, Icon } = verb;
  const { label, words } = messages.verbs[action];
  return {
    id: `verb-${action}`,
    group: messages.groups.act,
    label,
    words,
    Icon,
    verb,
    may: (rights) => bulkActions(list, { isClient: true, ...rights }).some((one) => one.action === action),
    run: ({ openPalette }) => openPalette(),
  };
}

function theme(name: Theme, Icon: LucideIcon): Command {
  return {
    id: `theme-${name}`,
    group: messages.groups.settings,
    label: shell.themes[name],
    words: messages.themeWords,
    Icon,
    run: () => chooseTheme(name),
  };
}

/** A command that exists where the page offers it (`useCommand`), and so only for those who may. */
function onPage(id: PageCommand, label: string, Icon: LucideIcon, key: string): Command {
  return {
    id,
    group: messages.groups.page,
    label,
    Icon,
    keys: [key],
    may: () => offered(id) !== undefined,
    run: () => offered(id)?.(),
  };
}
