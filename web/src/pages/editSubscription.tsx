import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import * as rules from '@/api/rules.gen';
import { CostPreview } from '@/features/renewals/ItemUses';
import { EditItem } from '@/records/catalogue/forms';
import type { Subscription } from '@/records/catalogue/record';
import { subscriptions } from '@/records/subscription/resource';
import { fieldsFor } from '@/shared/forms/fields/fields';

const { MoneyField } = fieldsFor(rules.SubscriptionInput);

export const EditSubscriptionPage = () => <EditItem catalogue={subscriptions} controls={costControl} />;

function costControl(item?: Subscription): { cost?: ReactNode } {
  return item ? { cost: <CostField item={item} /> } : {};
}

/** The cost, and what a new one does to the projects. */
function CostField({ item }: { item: Subscription }) {
  const cost: unknown = useWatch({ name: 'cost' });
  return (
    <>
      <MoneyField name="cost" />
      {typeof cost === 'number' && cost > 0 && cost !== item.cost && <CostPreview item={item} cost={cost} />}
    </>
  );
}
