import type { Change } from './change';

/** A change of a price by somebody, as the server tells it. */
export const priceChange: Change = {
  seq: 812,
  at: '2026-11-15T12:30:15Z',
  actor: { email: 'marc@example.com', displayName: 'Marc Manning' },
  via: null,
  action: 'edit',
  entity: 'projectSubscription',
  entityId: 's1',
  entityName: 'VPS',
  companyId: 'c1',
  projectId: 'p1',
  batchId: null,
  fields: [{ name: 'price', label: 'Price', before: 176.4, after: 181.4 }],
  undo: { allowed: true, reason: null },
  undoneBy: null,
  undoes: null,
};

export const companyChange: Change = {
  ...priceChange,
  seq: 700,
  entity: 'company',
  entityId: 'c1',
  entityName: 'Acme',
  projectId: null,
  fields: [{ name: 'name', label: 'Name', before: 'Acne', after: 'Acme' }],
};
