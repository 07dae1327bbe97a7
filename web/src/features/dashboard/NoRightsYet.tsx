import { LayoutDashboard } from 'lucide-react';
import { paths } from '@/paths';
import { ButtonLink } from '@/shared/ui/Button';
import { EmptyState } from '@/shared/ui/EmptyState';

/** For those who moderate nothing. They are few, so that it comes in a file of its own: hence a default export. */
export default function NoRightsYet() {
  return (
    <EmptyState
      icon={<LayoutDashboard />}
      title="Nothing to see yet"
      text="You are not a moderator of any company or project yet. An administrator or an owner can add you."
      action={<ButtonLink to={paths.app.account()}>Go to your account</ButtonLink>}
    />
  );
}
