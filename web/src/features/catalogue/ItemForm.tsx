import { useQuery } from '@tanstack/react-query';
import { ChoiceField } from '@/shared/forms/ChoiceField';
import { type EntityFormProps, Form } from '@/shared/forms/Form';
import { SelectField, TextAreaField, TextField } from '@/shared/forms/fields';
import { MoneyField } from '@/shared/forms/MoneyField';
import { ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorState } from '@/shared/ui/ErrorState';
import { PendingForm } from '@/shared/ui/PendingPage';
import type { Catalogue, ItemInput } from './catalogue';
import { categoriesQuery } from './queries';

interface ItemFormProps extends EntityFormProps<ItemInput> {
  catalogue: Catalogue;
  values: ItemInput;
}

/** Creating and editing share their fields. */
export function ItemForm({ catalogue, values, ...form }: ItemFormProps) {
  const { data: categories, isError, isFetching, refetch } = useQuery(categoriesQuery(catalogue));
  if (!categories) {
    return isError ? <ErrorState busy={isFetching} onRefresh={() => void refetch()} /> : <PendingForm />;
  }

  // A category that is on its way out takes nothing new, but keeps what it has.
  const offered = categories
    .filter(({ name, isRemoved }) => !isRemoved || (form.editing && name === values.categoryName))
    .map(({ name }) => name);
  const categoryName = offered.includes(values.categoryName) ? values.categoryName : '';
  if (offered.length === 0) return <NoCategory catalogue={catalogue} />;
  return (
    <Card>
      <Form rules={catalogue.rules} defaultValues={{ ...values, categoryName }} {...form}>
        <TextField name="name" autoComplete="off" />
        <ChoiceField name="categoryName" width="medium" placeholder="Choose a category" options={offered} />
        <SelectField name="status" width="medium" />
        {'cost' in values && <MoneyField name="cost" />}
        <TextAreaField name="details" help="At most 256 characters." />
      </Form>
    </Card>
  );
}

function NoCategory({ catalogue: { Icon, noun, paths } }: { catalogue: Catalogue }) {
  return (
    <EmptyState
      icon={<Icon />}
      title="There is no category yet"
      text={`Every ${noun.one} is in a category. Add one beside the list first.`}
      action={<ButtonLink to={paths.list()}>Go to the list</ButtonLink>}
    />
  );
}
