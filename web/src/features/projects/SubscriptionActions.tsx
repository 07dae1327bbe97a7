import { Ban, Pencil } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/paths';
import { CommandLink } from '@/shared/commands';
import { Button } from '@/shared/ui/Button';
import { DeleteButton } from '@/shared/ui/DeleteButton';
import { CancelSubscription } from './CancelSubscription';
import type { Project, ProjectSubscription } from './queries';
import { RemoveItem } from './RemoveItem';

interface SubscriptionActionsProps {
  project: Project;
  subscription: ProjectSubscription;
}

/** What the user may do with a project's subscription. */
export function SubscriptionActions({ project, subscription }: SubscriptionActionsProps) {
  const [asking, setAsking] = useState<'cancel' | 'remove'>();
  const { access } = project;
  const { id, isCanceled } = subscription;
  const done = () => setAsking(undefined);
  return (
    <>
      {access.editSubscriptions && (
        <>
          {!isCanceled && (
            <Button icon={<Ban aria-hidden />} onClick={() => setAsking('cancel')}>
              Cancel subscription
            </Button>
          )}
          <CommandLink
            command="edit"
            to={paths.projects.editSubscription(project.id, id)}
            icon={<Pencil aria-hidden />}
          >
            Edit
          </CommandLink>
        </>
      )}
      {access.attach && <DeleteButton onClick={() => setAsking('remove')} />}
      {asking === 'cancel' && <CancelSubscription subscription={subscription} onDone={done} />}
      {asking === 'remove' && (
        <RemoveItem kind="subscription" item={subscription} name={subscription.subscription.name} onDone={done} />
      )}
    </>
  );
}
