import type { BodyOf } from '@/api/client';
import { type BulkAction, type BulkKind, records } from '@/records';
import type { Account } from '@/session/session';
import { bulkLabels } from './actionMessages';

export type BulkParams = NonNullable<BodyOf<'/bulk', 'post'>['params']>;

const takesAway: readonly BulkAction[] = ['cancel', 'remove', 'removeWithContents', 'disable'];

interface LabelledAction {
  action: BulkAction;
  label: string;
  /** What it does hurts: buttons and menus say so by their colour. */
  danger: boolean;
}

export function isBulkKind(name: string): name is BulkKind {
  return Object.hasOwn(records, name) && records[name as BulkKind].bulk !== null;
}

/** What a user may do with many records of a kind, in the order of a menu. */
export function bulkActions(kind: BulkKind, { isAdmin, isClient }: Pick<Account, 'isAdmin' | 'isClient'>) {
  return Object.entries(records[kind].bulk ?? {})
    .filter(([, who]) => isAdmin || (isClient && who === 'all'))
    .map(([name]) => labelledAction(name as BulkAction));
}

export function labelledAction(action: BulkAction): LabelledAction {
  return { action, label: bulkLabels[action], danger: takesAway.includes(action) };
}
