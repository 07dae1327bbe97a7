import { products, subscriptions } from '@/features/catalogue/catalogue';
import { EditItem } from '@/features/catalogue/EditItem';
import { ItemDetails } from '@/features/catalogue/ItemDetails';
import { NewItem } from '@/features/catalogue/NewItem';

export const NewProductPage = () => <NewItem catalogue={products} />;
export const ProductDetailsPage = () => <ItemDetails catalogue={products} />;
export const EditProductPage = () => <EditItem catalogue={products} />;

export const NewSubscriptionPage = () => <NewItem catalogue={subscriptions} />;
export const SubscriptionDetailsPage = () => <ItemDetails catalogue={subscriptions} />;
export const EditSubscriptionPage = () => <EditItem catalogue={subscriptions} />;
