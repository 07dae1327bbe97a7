import { projects } from '@/records/project/resource';
import { ItemDetailsPage } from '@/records/projectItem/ItemPages';
import { projectProducts } from '@/records/projectProduct/resource';
import { projectSubscriptions } from '@/records/projectSubscription/resource';
import { SubscriptionPeriods, SubscriptionValue } from '@/records/projectSubscription/Value';
import { readsOfRecord } from '@/resource/resource';

// The items come with their project.

export const ProjectProductDetailsPage = () => <ItemDetailsPage items={projectProducts} />;
ProjectProductDetailsPage.firstReads = readsOfRecord(projects);

export const ProjectSubscriptionDetailsPage = () => (
  <ItemDetailsPage
    items={projectSubscriptions}
    renderBeside={({ id }) => <SubscriptionValue id={id} />}
    renderBelow={({ id }) => <SubscriptionPeriods id={id} />}
  />
);
ProjectSubscriptionDetailsPage.firstReads = readsOfRecord(projects);
