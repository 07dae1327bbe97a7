import type { BodyOf } from '@/api/client';
import type { components } from '@/api/schema.gen';
import type { BulkParams } from '@/bulk/actions';

type Schemas = components['schemas'];

export type EventKind = 'cancelBy' | 'renews' | 'ends' | 'price';
export type ForecastEvent = Schemas['ForecastEvent'] & { kind: EventKind };
export type ForecastTotals = Schemas['ForecastTotals'];
export type Outcome = Schemas['Forecast'];

export type PlanAction = 'reprice' | 'cancel' | 'setRenewal' | 'renew';

type SentChange = NonNullable<BodyOf<'/forecast', 'post'>['changes']>[number];

/** A change of some subscriptions on a day. */
export type PlanChange = SentChange & { action: PlanAction; params: BulkParams };

export type Plan = Omit<Schemas['Plan'], 'changes'> & { changes: PlanChange[] };

/** What somebody has changed of a subscription since its plan was saved. */
export type Since = Pick<Schemas['BulkRow'], 'since' | 'isNew'>;

/** What applying a plan would do. */
export type Preview = Schemas['BulkPreview'];
