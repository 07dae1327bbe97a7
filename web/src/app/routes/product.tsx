import { products } from '@/features/catalogue/catalogue';
import { ItemDetails } from '@/features/catalogue/ItemDetails';

export function Component() {
  return <ItemDetails catalogue={products} />;
}
