import { Lock } from 'lucide-react';
import { EmptyState } from './EmptyState';

/** Instead of a page whose every button would be refused. */
export function NotAllowed() {
  return (
    <EmptyState
      icon={<Lock />}
      title="Your role does not allow this"
      text="You can see this, but your role does not let you change it. An owner or an administrator can give you another role."
    />
  );
}
