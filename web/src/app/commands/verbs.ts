import { Ban, CircleDollarSign, type LucideIcon, Repeat, UserRoundCog } from 'lucide-react';
import type { BulkAction, BulkKind } from '@/records';

/** Something that is done to one record: the palette asks which. A renewal it does itself, all else the panel of the bulk action. */
export interface Verb {
  action: BulkAction & keyof typeof import('./messages').messages.verbs;
  list: BulkKind;
  Icon: LucideIcon;
}

/** In the order of the palette. */
export const verbs: readonly Verb[] = [
  { action: 'renew', list: 'projectSubscription', Icon: Repeat },
  { action: 'cancel', list: 'projectSubscription', Icon: Ban },
  { action: 'reprice', list: 'projectSubscription', Icon: CircleDollarSign },
  { action: 'handOver', list: 'user', Icon: UserRoundCog },
];
