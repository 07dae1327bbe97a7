import { subscriptions } from '@/features/catalogue/catalogue';
import { EditItem } from '@/features/catalogue/EditItem';

export function Component() {
  return <EditItem catalogue={subscriptions} />;
}
