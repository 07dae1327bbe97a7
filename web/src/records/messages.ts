import type { Kind, KindNames } from './record';

/** What each kind of record is called. */
export const nouns: Record<Kind, KindNames> = {
  company: { one: 'company', many: 'companies', title: 'Companies' },
  project: { one: 'project', many: 'projects', title: 'Projects' },
  projectProduct: {
    one: 'project product',
    many: 'project products',
    title: 'Products of projects',
    amongAll: { one: 'product' },
  },
  projectSubscription: {
    one: 'project subscription',
    many: 'project subscriptions',
    title: 'Subscriptions of projects',
    list: 'Renewals',
    amongAll: { one: 'subscription' },
  },
  product: {
    one: 'product',
    many: 'products',
    title: 'Products',
    amongAll: { one: 'catalogue product', title: 'Catalogue products' },
  },
  subscription: {
    one: 'subscription',
    many: 'subscriptions',
    title: 'Subscriptions',
    amongAll: { one: 'catalogue subscription', title: 'Catalogue subscriptions' },
  },
  productCategory: { one: 'product category', many: 'product categories', title: 'Product categories' },
  subscriptionCategory: {
    one: 'subscription category',
    many: 'subscription categories',
    title: 'Subscription categories',
  },
  companyModerator: { one: 'moderator', many: 'moderators', title: 'Moderators of companies' },
  projectModerator: { one: 'moderator', many: 'moderators', title: 'Moderators of projects' },
  user: { one: 'user', many: 'users', title: 'Users', list: 'Account', words: 'users people' },
  document: { one: 'document', many: 'documents', title: 'Documents' },
  field: { one: 'field', many: 'fields', title: 'Fields' },
  note: { one: 'note', many: 'notes', title: 'Notes', amongAll: { one: 'note on' } },
};
