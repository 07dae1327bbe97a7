import type { BodyOf } from '@/api/client';
import type { Account } from '@/session/session';
import { bulkLabels } from './actionMessages';

/** The actions of each list, and whether only administrators may do them. Each record is decided by the server. */
const actions = {
  projectSubscription: { reprice: 'all', setRenewal: 'all', cancel: 'all', remove: 'all' },
  projectProduct: { setStatus: 'all', remove: 'all' },
  product: { setStatus: 'admins', setCategory: 'admins', restore: 'admins', remove: 'admins' },
  subscription: { setStatus: 'admins', setCategory: 'admins', restore: 'admins', remove: 'admins' },
  company: { addModerator: 'all', restore: 'admins', remove: 'admins', removeWithContents: 'admins' },
  project: { addModerator: 'all', restore: 'all', remove: 'all', removeWithContents: 'all' },
  user: { invite: 'admins', enable: 'admins', handOver: 'admins', disable: 'admins' },
} as const;

export type BulkList = keyof typeof actions;
export type BulkAction = { [List in BulkList]: keyof (typeof actions)[List] }[BulkList];
export type BulkParams = NonNullable<BodyOf<'/bulk', 'post'>['params']>;

const takesAway: readonly BulkAction[] = ['cancel', 'remove', 'removeWithContents', 'disable'];

export interface OfferedAction {
  action: BulkAction;
  label: string;
  /** What it does hurts: buttons and menus say so by their colour. */
  danger: boolean;
}

export function isBulkList(name: string): name is BulkList {
  return Object.hasOwn(actions, name);
}

/** What a user may do with many records of a list, in the order of a menu. */
export function bulkActions(list: BulkList, { isAdmin, isClient }: Pick<Account, 'isAdmin' | 'isClient'>) {
  return Object.entries(actions[list])
    .filter(([, who]) => isAdmin || (isClient && who === 'all'))
    .map(([name]) => offered(name as BulkAction));
}

export function offered(action: BulkAction): OfferedAction {
  return { action, label: bulkLabels[action], danger: takesAway.includes(action) };
}
