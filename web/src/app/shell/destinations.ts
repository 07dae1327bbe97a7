import {
  ArchiveRestore,
  Boxes,
  Building2,
  CalendarClock,
  ChartColumn,
  FolderKanban,
  History,
  LayoutDashboard,
  type LucideIcon,
  Repeat,
  ShieldCheck,
  Users,
  Webhook,
} from 'lucide-react';
import { paths } from '@/paths';
import { messages } from './messages';

export interface Destination {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Others would find a page that refuses them. */
  forAdmins?: boolean;
  /** Whose saved views are below it. */
  list?: string;
}

/** What the side navigation lists, in its order; the command palette leads to the same. */
export const destinations = {
  dashboard: { to: paths.app.dashboard(), label: messages.dashboard, Icon: LayoutDashboard },
  companies: { to: paths.companies.list(), label: messages.companies, Icon: Building2, list: 'company' },
  projects: { to: paths.projects.list(), label: messages.projects, Icon: FolderKanban, list: 'project' },
  products: { to: paths.products.list(), label: messages.products, Icon: Boxes, list: 'product' },
  subscriptions: { to: paths.subscriptions.list(), label: messages.subscriptions, Icon: Repeat, list: 'subscription' },
  users: { to: paths.users.list(), label: messages.users, Icon: Users, forAdmins: true, list: 'user' },
} satisfies Record<string, Destination>;

/** The second group of the side navigation: pages about the records of all lists. */
export const furtherDestinations = {
  renewals: { to: paths.app.renewals(), label: messages.renewals, Icon: CalendarClock, list: 'projectSubscription' },
  reports: { to: paths.app.reports(), label: messages.reports, Icon: ChartColumn },
  activity: { to: paths.app.activity(), label: messages.activity, Icon: History },
  removed: { to: paths.app.removed(), label: messages.removed, Icon: ArchiveRestore },
  security: { to: paths.app.security(), label: messages.security, Icon: ShieldCheck, forAdmins: true },
  webhooks: { to: paths.app.webhooks(), label: messages.webhooks, Icon: Webhook, forAdmins: true },
} satisfies Record<string, Destination>;

/** What a group of the navigation of a user lists. */
export function destinationsOf({ isAdmin }: { isAdmin: boolean }, group: Record<string, Destination>): Destination[] {
  return Object.values(group).filter(({ forAdmins }) => isAdmin || !forAdmins);
}
