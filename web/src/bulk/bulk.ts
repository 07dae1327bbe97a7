import type { BulkAction, BulkKind } from '@/records';
import { createStore } from '@/shared/storage/store';
import type { BulkParams } from './actions';

/** Records by their ids (users: e-mail addresses), or all that the list's call answers to a query string. */
export type BulkRecords = { ids: string[] } | { query: string };

/** Some records, and how many they are. */
export interface BulkSelection {
  records: BulkRecords;
  count: number;
}

/** Subscriptions for which something is to be tried in a plan, whose page takes them. */
export const triedSelection = createStore<BulkSelection | null>(null);

export interface BulkRequest {
  list: BulkKind;
  records: BulkRecords;
  /** How many records that are. */
  count: number;
  action: BulkAction;
  /** The parameters of the action, where they are known: the dialog asks for none then. */
  params?: BulkParams;
  /** The name of the record, where it is one. */
  name?: string;
  /** Sends the action. The page of a record that goes keeps from reading it meanwhile. */
  around?: <T>(send: () => Promise<T>) => Promise<T>;
  /** Called once the action is on its way, for example to clear the selection. */
  onStarted?: () => void | Promise<void>;
}

/** The action whose dialog is open. The app shows it over every page (BulkPanel.tsx). */
export const bulkRequest = createStore<BulkRequest | null>(null);

/** Opens the dialog of a bulk action: it asks for parameters, previews, and starts it. */
export function openBulk(request: BulkRequest): void {
  bulkRequest.set(request);
}
