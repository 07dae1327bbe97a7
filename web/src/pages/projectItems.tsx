import { projects } from '@/records/project/resource';
import { ItemDetailsPage } from '@/records/projectItem/ItemDetailsPage';
import { projectProducts } from '@/records/projectProduct/resource';
import { ProductValue } from '@/records/projectProduct/Value';
import { projectSubscriptions } from '@/records/projectSubscription/resource';
import { SubscriptionPeriods, SubscriptionValue } from '@/records/projectSubscription/Value';
import { readsOfRecord } from '@/resource/resource';

// The items come with their project.

export const ProjectProductDetailsPage = () => (
  <ItemDetailsPage
    items={projectProducts}
    renderFirst={(product, access) => <ProductValue product={product} access={access} />}
  />
);
ProjectProductDetailsPage.firstReads = readsOfRecord(projects);

export const ProjectSubscriptionDetailsPage = () => (
  <ItemDetailsPage
    items={projectSubscriptions}
    renderFirst={({ id }) => <SubscriptionValue id={id} />}
    renderBeside={({ id }) => <SubscriptionPeriods id={id} />}
  />
);
ProjectSubscriptionDetailsPage.firstReads = readsOfRecord(projects);
