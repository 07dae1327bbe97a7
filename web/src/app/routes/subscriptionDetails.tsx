import { ItemDetails } from '@/features/catalogue/ItemDetails';
import { subscriptions } from '@/features/catalogue/resource';
import { ItemUsesTable } from '@/features/renewals/ItemUses';
import { recordQuery } from '@/resource/resource';
import type { FirstReads } from '@/shared/firstReads';

export const firstReads: Record<string, FirstReads> = {
  SubscriptionDetailsPage: (read, { params: { subId = '' } }) => read(recordQuery(subscriptions, subId)),
};

export const SubscriptionDetailsPage = () => (
  <ItemDetails
    catalogue={subscriptions}
    renderUses={(item, renderOthers) => <ItemUsesTable item={item}>{renderOthers}</ItemUsesTable>}
  />
);
