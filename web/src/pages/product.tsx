import { ItemDetails } from '@/records/catalogue/ItemDetails';
import { products } from '@/records/product/resource';
import { readsOfRecord } from '@/resource/resource';

export const ProductDetailsPage = () => <ItemDetails catalogue={products} />;
ProductDetailsPage.firstReads = readsOfRecord(products);
