import { ProjectSubscriptionPage, projectTrail } from '@/features/projects/ProjectPage';
import { SubscriptionBadge } from '@/features/projects/StateBadges';
import { SubscriptionActions } from '@/features/projects/SubscriptionActions';
import { SubscriptionFacts } from '@/features/projects/SubscriptionFacts';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <ProjectSubscriptionPage>
      {(project, subscription) => (
        <>
          <PageHeader
            title={subscription.subscription.name}
            trail={projectTrail(project)}
            state={<SubscriptionBadge subscription={subscription} />}
            actions={<SubscriptionActions project={project} subscription={subscription} />}
          />
          <ComponentBoundary>
            <SubscriptionFacts subscription={subscription} />
          </ComponentBoundary>
        </>
      )}
    </ProjectSubscriptionPage>
  );
}
