import { Hourglass } from 'lucide-react';
import { useLocation } from 'react-router';
import { paths } from '@/paths';
import { ButtonLink } from '@/shared/ui/Button';
import { EmptyState } from '@/shared/ui/EmptyState';
import { PageHeader } from '@/shared/ui/PageHeader';

const areas = [
  { root: paths.projects.list(), title: 'Projects' },
  { root: paths.products.list(), title: 'Products' },
  { root: paths.subscriptions.list(), title: 'Subscriptions' },
  { root: paths.users.list(), title: 'Account' },
];

/** Stands where a screen of a later version will be, and says so. */
export function Component() {
  const { pathname } = useLocation();
  const title = areas.find(({ root }) => pathname.startsWith(root))?.title ?? 'New project';
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={<Hourglass />}
        title="This area is not available in this version yet."
        text="It comes with one of the next versions. Nothing is missing or broken on your side."
        action={<ButtonLink to={paths.app.dashboard()}>Go to the dashboard</ButtonLink>}
      />
    </>
  );
}
