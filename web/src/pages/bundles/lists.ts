// One file for all lists: people go from one to the other, and they have most of their parts in common (adr 0025).
export * from '@/pages/companies';
export * from '@/pages/products';
export * from '@/pages/projects';
export * from '@/pages/subscriptions';
export * from '@/pages/users';
