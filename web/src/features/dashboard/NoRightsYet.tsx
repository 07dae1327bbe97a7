import { LayoutDashboard } from 'lucide-react';
import { paths } from '@/paths';
import { ButtonLink } from '@/shared/ui/Button';
import { EmptyState } from '@/shared/ui/EmptyState';
import { messages } from './messages';

/** For those who moderate nothing. They are few, so that it comes in a file of its own: hence a default export. */
export default function NoRightsYet() {
  return (
    <EmptyState
      icon={<LayoutDashboard />}
      title={messages.nothingYet}
      text={messages.nothingYetText}
      action={<ButtonLink to={paths.app.account()}>{messages.toAccount}</ButtonLink>}
    />
  );
}
