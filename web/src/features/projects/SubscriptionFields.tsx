import { CheckboxField } from '@/shared/forms/CheckboxField';
import { TextAreaField, TextField } from '@/shared/forms/fields';
import { MoneyField } from '@/shared/forms/MoneyField';

/** Attaching and editing share these. */
export function SubscriptionFields() {
  return (
    <>
      <TextField name="startAt" type="date" width="medium" help="From its first second, in UTC." />
      <TextField name="endAt" type="date" width="medium" help="To its last second, in UTC." />
      <CheckboxField name="autoRenew" help="A next period of the same length begins when this one ends." />
      <MoneyField name="price" />
      <TextAreaField name="details" help="At most 256 characters." />
    </>
  );
}
