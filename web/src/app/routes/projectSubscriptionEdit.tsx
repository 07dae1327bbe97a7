import { EditProjectSubscription } from '@/features/projects/EditProjectSubscription';
import { ProjectSubscriptionPage, subscriptionTrail } from '@/features/projects/ProjectPage';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <ProjectSubscriptionPage needs="editSubscriptions">
      {(project, subscription) => (
        <>
          <PageHeader title="Edit subscription" trail={subscriptionTrail(project, subscription)} />
          <EditProjectSubscription subscription={subscription} />
        </>
      )}
    </ProjectSubscriptionPage>
  );
}
