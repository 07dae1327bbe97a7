import { ItemDetails } from '@/records/catalogue/ItemDetails';
import { products } from '@/records/product/resource';
import { ProductUsesTable } from '@/records/projectProduct/ProductUses';
import { readsOfRecord } from '@/resource/resource';

export const ProductDetailsPage = () => (
  <ItemDetails
    catalogue={products}
    renderUses={(item, renderOthers) => <ProductUsesTable item={item}>{renderOthers}</ProductUsesTable>}
  />
);
ProductDetailsPage.firstReads = readsOfRecord(products);
