import { EditItem, NewItem } from '@/features/catalogue/forms';
import { ItemDetails } from '@/features/catalogue/ItemDetails';
import { products, subscriptions } from '@/features/catalogue/resource';

export const NewProductPage = () => <NewItem catalogue={products} />;
export const ProductDetailsPage = () => <ItemDetails catalogue={products} />;
export const EditProductPage = () => <EditItem catalogue={products} />;

export const NewSubscriptionPage = () => <NewItem catalogue={subscriptions} />;
export const SubscriptionDetailsPage = () => <ItemDetails catalogue={subscriptions} />;
export const EditSubscriptionPage = () => <EditItem catalogue={subscriptions} />;
