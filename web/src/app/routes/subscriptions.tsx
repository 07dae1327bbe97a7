import { CataloguePage } from '@/features/catalogue/CataloguePage';
import { subscriptions } from '@/features/catalogue/catalogue';

export function Component() {
  return <CataloguePage catalogue={subscriptions} />;
}
