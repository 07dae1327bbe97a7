import { Boxes, type LucideIcon, Repeat } from 'lucide-react';
import type { AnswerOf, BodyOf } from '@/api/client';
import { rules } from '@/api/rules.gen';
import { paths } from '@/paths';

export type Product = AnswerOf<'/product/{id}', 'get'>;
export type Subscription = AnswerOf<'/subscription/{id}', 'get'>;
export type Item = Product | Subscription;

export type ItemInput = BodyOf<'/product', 'post'> | BodyOf<'/subscription', 'post'>;

/** What differs between the two catalogues. An item tells by itself whether it has a photo or a cost. */
export interface Catalogue {
  kind: 'product' | 'subscription';
  address: '/product' | '/subscription';
  title: string;
  /** As a title names one item. */
  label: string;
  noun: { one: string; many: string };
  Icon: LucideIcon;
  paths: typeof paths.products | typeof paths.subscriptions;
  rules: typeof rules.ProductInput | typeof rules.SubscriptionInput;
  blank: ItemInput;
  /** The page of a project that shows one use of an item. */
  useInProject: (projectId: string, useId: string) => string;
}

const blank = { categoryName: '', name: '', details: null, status: 0 } as const;

export const products: Catalogue = {
  kind: 'product',
  address: '/product',
  title: 'Products',
  label: 'Product',
  noun: { one: 'product', many: 'products' },
  Icon: Boxes,
  paths: paths.products,
  rules: rules.ProductInput,
  blank,
  useInProject: paths.projects.product,
};

export const subscriptions: Catalogue = {
  kind: 'subscription',
  address: '/subscription',
  title: 'Subscriptions',
  label: 'Subscription',
  noun: { one: 'subscription', many: 'subscriptions' },
  Icon: Repeat,
  paths: paths.subscriptions,
  rules: rules.SubscriptionInput,
  blank: { ...blank, cost: null, costCurrencyName: 'USD' },
  useInProject: paths.projects.subscription,
};
