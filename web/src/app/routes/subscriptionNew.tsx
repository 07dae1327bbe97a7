import { subscriptions } from '@/features/catalogue/catalogue';
import { NewItem } from '@/features/catalogue/NewItem';

export function Component() {
  return <NewItem catalogue={subscriptions} />;
}
