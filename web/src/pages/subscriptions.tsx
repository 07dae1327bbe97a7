import { CataloguePage, readsOfCatalogue } from '@/records/catalogue/CataloguePage';
import { subscriptions } from '@/records/subscription/resource';

export const SubscriptionsPage = () => <CataloguePage catalogue={subscriptions} />;
SubscriptionsPage.firstReads = readsOfCatalogue(subscriptions);
