import { Repeat } from 'lucide-react';
import { paths } from '@/paths';
import { catalogueRecord, categoryRecord, itemFields, type Subscription } from '@/records/catalogue/record';
import type { FieldKinds, RecordKind } from '@/records/record';

export const subscription = {
  kind: 'subscription',
  ...catalogueRecord('subscription', Repeat, 's', paths.subscriptions),
  fieldKinds: { ...itemFields, cost: 'money', noticeDays: 'number' } satisfies FieldKinds<Subscription>,
} satisfies RecordKind & { paths: object };

export const subscriptionCategory = {
  kind: 'subscriptionCategory',
  ...categoryRecord('subscriptionCategory', Repeat, paths.subscriptions),
} satisfies RecordKind;
