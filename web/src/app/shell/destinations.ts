import {
  ArchiveRestore,
  CalendarClock,
  ChartColumn,
  ChartLine,
  History,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { paths } from '@/paths';
import { allRecords, type Kind, records } from '@/records';
import { messages } from './messages';

export interface Destination {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Others would find a page that refuses them. */
  forAdmins?: boolean;
  /** Whose saved views are below it. */
  list?: Kind;
}

export const dashboard: Destination = { to: paths.app.dashboard(), label: messages.dashboard, Icon: LayoutDashboard };

/** The lists that the navigation names, each with the second key of its command and what else that is found by. */
export const recordLists = allRecords.flatMap(({ kind, noun, Icon, list }) => {
  if (!list?.key) return [];
  const { path, key, forAdmins = false } = list;
  return { to: path(), label: noun.list ?? noun.title, Icon, list: kind, forAdmins, key, words: noun.words };
});

/** What the side navigation lists, in its order; the command palette leads to the same. */
export const destinations: readonly Destination[] = [dashboard, ...recordLists];

/** The second group of the side navigation: pages about the records of all lists. */
export const furtherDestinations = {
  renewals: { to: paths.app.renewals(), label: messages.renewals, Icon: CalendarClock, list: 'projectSubscription' },
  plan: { to: paths.app.plan(), label: messages.plan, Icon: ChartLine },
  reports: { to: paths.app.reports(), label: messages.reports, Icon: ChartColumn },
  activity: { to: paths.app.activity(), label: messages.activity, Icon: History },
  removed: { to: paths.app.removed(), label: messages.removed, Icon: ArchiveRestore },
  security: { to: paths.app.security(), label: messages.security, Icon: ShieldCheck, forAdmins: true },
  fields: { to: paths.app.fields(), label: records.field.noun.title, Icon: records.field.Icon, forAdmins: true },
  groups: { to: paths.app.groups(), label: messages.groups, Icon: UsersRound, forAdmins: true },
  channels: { to: paths.app.channels(), label: messages.channels, Icon: MessagesSquare, forAdmins: true },
  webhooks: { to: paths.app.webhooks(), label: messages.webhooks, Icon: Webhook, forAdmins: true },
} satisfies Record<string, Destination>;

/** What a group of the navigation of a user lists. */
export function destinationsOf({ isAdmin }: { isAdmin: boolean }, group: readonly Destination[]): Destination[] {
  return group.filter(({ forAdmins }) => isAdmin || !forAdmins);
}
