import { ItemUsesTable } from '@/features/renewals/ItemUses';
import { ItemDetails } from '@/records/catalogue/ItemDetails';
import { subscriptions } from '@/records/subscription/resource';
import { readsOfRecord } from '@/resource/resource';

export const SubscriptionDetailsPage = () => (
  <ItemDetails
    catalogue={subscriptions}
    renderUses={(item, renderOthers) => <ItemUsesTable item={item}>{renderOthers}</ItemUsesTable>}
  />
);
SubscriptionDetailsPage.firstReads = readsOfRecord(subscriptions);
