import { Boxes, Building2, FolderKanban, LayoutDashboard, type LucideIcon, Repeat, Users } from 'lucide-react';
import { paths } from '@/paths';

interface Destination {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Others would find a page that refuses them. */
  forAdmins?: boolean;
}

/** What the side navigation lists, in its order; the command palette leads to the same. */
export const destinations = {
  dashboard: { to: paths.app.dashboard(), label: 'Dashboard', Icon: LayoutDashboard },
  companies: { to: paths.companies.list(), label: 'Companies', Icon: Building2 },
  projects: { to: paths.projects.list(), label: 'Projects', Icon: FolderKanban },
  products: { to: paths.products.list(), label: 'Products', Icon: Boxes },
  subscriptions: { to: paths.subscriptions.list(), label: 'Subscriptions', Icon: Repeat },
  users: { to: paths.users.list(), label: 'Account', Icon: Users, forAdmins: true },
} satisfies Record<string, Destination>;

/** What the navigation of a user lists. */
export function destinationsOf({ isAdmin }: { isAdmin: boolean }): Destination[] {
  return Object.values<Destination>(destinations).filter(({ forAdmins }) => isAdmin || !forAdmins);
}
