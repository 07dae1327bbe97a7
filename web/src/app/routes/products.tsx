import { CataloguePage } from '@/features/catalogue/CataloguePage';
import { products } from '@/features/catalogue/catalogue';

export function Component() {
  return <CataloguePage catalogue={products} />;
}
