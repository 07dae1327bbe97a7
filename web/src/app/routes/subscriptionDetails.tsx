import { ItemDetails } from '@/features/catalogue/ItemDetails';
import { subscriptions } from '@/features/catalogue/resource';
import { ItemUsesTable } from '@/features/renewals/ItemUses';

export const SubscriptionDetailsPage = () => (
  <ItemDetails
    catalogue={subscriptions}
    renderUses={(item, renderOthers) => <ItemUsesTable item={item}>{renderOthers}</ItemUsesTable>}
  />
);
