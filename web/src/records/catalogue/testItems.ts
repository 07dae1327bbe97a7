import type { Product, Subscription } from './record';

const common = {
  categoryName: 'Hosting',
  details: null,
  status: 0,
  createdAt: '2026-11-14T10:00:00Z',
  isRemoved: false,
  removedAt: null,
  version: 3,
  own: {},
} as const;

export const router: Product = { ...common, id: 'i1', name: 'Router', photoUrl: null };

export const backup: Subscription = {
  ...common,
  id: 'i2',
  name: 'Backup',
  cost: 12.5,
  costCurrencyName: 'USD',
  noticeDays: null,
};
