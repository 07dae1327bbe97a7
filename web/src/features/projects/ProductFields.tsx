import { SelectField, TextAreaField } from '@/shared/forms/fields';
import { MoneyField } from '@/shared/forms/MoneyField';

/** Attaching and editing share these. */
export function ProductFields({ withMoney }: { withMoney: boolean }) {
  return (
    <>
      <SelectField name="status" width="full" />
      {withMoney && (
        <>
          <MoneyField name="price" help="What the company pays." />
          <MoneyField name="cost" help="What it costs us." />
        </>
      )}
      <TextAreaField name="details" help="At most 256 characters." />
    </>
  );
}
