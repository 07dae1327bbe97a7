import { CataloguePage, readsOfCatalogue } from '@/records/catalogue/CataloguePage';
import { products } from '@/records/product/resource';

export const ProductsPage = () => <CataloguePage catalogue={products} />;
ProductsPage.firstReads = readsOfCatalogue(products);
