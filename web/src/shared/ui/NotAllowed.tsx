import { Lock } from 'lucide-react';
import { EmptyState } from './EmptyState';

/** Instead of a page whose every button would be refused. */
export function NotAllowed() {
  return (
    <EmptyState
      icon={<Lock />}
      title="Your role does not allow this"
      text="You see this, but changing it is for others. An owner or an administrator can give you another role."
    />
  );
}
