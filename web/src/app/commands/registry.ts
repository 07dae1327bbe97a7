import {
  ArrowLeft,
  Bell,
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
} from 'lucide-react';
import { destinations } from '@/app/shell/destinations';
import { paths } from '@/paths';
import { offered, type PageCommand } from '@/shared/commands';
import { chooseTheme } from '@/shared/theme';

/** What decides which commands a user has. */
export interface Rights {
  isAdmin: boolean;
  /** Whether there is a company that they may add projects to. */
  addsProjects: boolean;
}

/** What commands can set in motion. */
export interface CommandEffects {
  go: (path: string) => void;
  back: () => void;
  openPalette: () => void;
  openHelp: () => void;
}

export const groups = ['Go to', 'Create', 'This page', 'Settings'] as const;

export interface Command {
  id: string;
  group: (typeof groups)[number];
  label: string;
  /** What else it is found by. */
  words?: string;
  Icon: LucideIcon;
  /** Pressed one after the other. `Mod` is Ctrl, or Command on a Mac. */
  keys?: readonly string[];
  /** Left out where everyone always may. */
  may?: (rights: Rights) => boolean;
  run: (effects: CommandEffects) => void;
}

/** Everything that can be done by name or by key: the palette, the shortcuts and the help sheet all read this. */
export const commands: readonly Command[] = [
  goTo('dashboard', destinations.dashboard, 'd'),
  goTo('companies', destinations.companies, 'c'),
  goTo('projects', destinations.projects, 'p'),
  goTo('products', destinations.products, 'r'),
  goTo('subscriptions', destinations.subscriptions, 's'),
  { ...goTo('users', destinations.users, 'u'), words: 'users people', may: ({ isAdmin }) => isAdmin },
  goTo('notifications', { to: paths.app.notifications(), label: 'Notifications', Icon: Bell }, 'n'),
  {
    ...goTo('account', { to: paths.app.account(), label: 'Your account', Icon: CircleUser }, 'a'),
    words: 'profile photo password address',
  },

  create('company', paths.companies.create(), 'c', ({ isAdmin }) => isAdmin),
  create('project', paths.projects.create(), 'p', ({ addsProjects }) => addsProjects),
  create('product', paths.products.create(), 'r', ({ isAdmin }) => isAdmin),
  create('subscription', paths.subscriptions.create(), 's', ({ isAdmin }) => isAdmin),
  create('user', paths.users.create(), 'u', ({ isAdmin }) => isAdmin),

  onPage('new', 'Add new', Plus, 'n'),
  onPage('edit', 'Edit', Pencil, 'e'),
  onPage('search', 'Search in this list', Search, '/'),
  onPage('save', 'Save', Save, 'Mod+Enter'),
  { ...onPage('undo', 'Undo', Undo2, 'u'), words: 'bring back restore' },
  { id: 'back', group: 'This page', label: 'Back', Icon: ArrowLeft, keys: ['b'], run: ({ back }) => back() },

  theme('light', 'Light theme', Sun),
  theme('dark', 'Dark theme', Moon),
  theme('system', 'System theme', Monitor),
  {
    id: 'palette',
    group: 'Settings',
    label: 'Search and commands',
    Icon: CommandIcon,
    keys: ['Mod+k'],
    // The shell opens it (LaterCommands.tsx), before any of this is loaded; here it stands for the help sheet.
    run: ({ openPalette }) => openPalette(),
  },
  {
    id: 'help',
    group: 'Settings',
    label: 'Keyboard shortcuts',
    words: 'keys help',
    Icon: Keyboard,
    keys: ['?'],
    run: ({ openHelp }) => openHelp(),
  },
  {
    id: 'sign-out',
    group: 'Settings',
    label: 'Sign Out',
    words: 'log out leave',
    Icon: LogOut,
    run: ({ go }) => go(paths.app.logout()),
  },
];

export function allowedCommands(rights: Rights): Command[] {
  return commands.filter(({ may }) => may === undefined || may(rights));
}

function goTo(id: string, { to, label, Icon }: { to: string; label: string; Icon: LucideIcon }, key: string): Command {
  return { id: `go-${id}`, group: 'Go to', label, Icon, keys: ['g', key], run: ({ go }) => go(to) };
}

function create(what: string, to: string, key: string, may: (rights: Rights) => boolean): Command {
  const label = `New ${what}`;
  return {
    id: `new-${what}`,
    group: 'Create',
    label,
    words: 'add create',
    Icon: Plus,
    keys: ['c', key],
    may,
    run: ({ go }) => go(to),
  };
}

function theme(name: 'light' | 'dark' | 'system', label: string, Icon: LucideIcon): Command {
  return { id: `theme-${name}`, group: 'Settings', label, words: 'colour mode', Icon, run: () => chooseTheme(name) };
}

/** A command that exists where the page offers it (`useCommand`), and so only for those who may. */
function onPage(id: PageCommand, label: string, Icon: LucideIcon, key: string): Command {
  return {
    id,
    group: 'This page',
    label,
    Icon,
    keys: [key],
    may: () => offered(id) !== undefined,
    run: () => offered(id)?.(),
  };
}
