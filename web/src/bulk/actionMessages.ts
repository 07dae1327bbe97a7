import type { BulkAction } from '@/records';

/** What the bulk actions are called, in menus, titles and reports. */
export const bulkLabels: Record<BulkAction, string> = {
  renew: 'Renew',
  reprice: 'Change price',
  cancel: 'Cancel subscriptions',
  setRenewal: 'Set renewal',
  setStatus: 'Set status',
  setCategory: 'Set category',
  setField: 'Set field',
  addModerator: 'Add moderator',
  restore: 'Restore',
  remove: 'Remove',
  removeWithContents: 'Remove with contents',
  invite: 'Invite',
  enable: 'Enable',
  handOver: 'Hand over',
  disable: 'Disable',
};
