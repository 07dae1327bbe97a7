import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import * as rules from '@/api/rules.gen';
import { products } from '@/records/product/resource';
import { subscriptions } from '@/records/subscription/resource';
import { type Controls, EditRecord, NewRecord } from '@/resource/forms';
import { messages as resourceMessages } from '@/resource/messages';
import { RecordPage } from '@/resource/RecordPage';
import { listCrumb } from '@/resource/resource';
import { AdminsOnly } from '@/session/rights';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { PendingForm } from '@/shared/ui/page/PendingPage';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import type { Catalogue, ItemShape } from './catalogue';
import type { CatalogueName } from './categories';
import { categoriesQuery } from './categoriesQuery';
import { messages } from './messages';

const { ChoiceField } = fieldsFor(rules.ProductInput);

export const NewProductPage = () => <NewItem catalogue={products} />;
export const EditProductPage = () => <EditItem catalogue={products} />;
export const NewSubscriptionPage = () => <NewItem catalogue={subscriptions} />;

export function NewItem<S extends ItemShape>({ catalogue }: { catalogue: Catalogue<S> }) {
  const [params] = useSearchParams();
  const chosen = params.get('category') ?? '';
  const title = resourceMessages.create(catalogue.noun);
  return (
    <AdminsOnly title={title}>
      <PageHeader title={title} trail={[listCrumb(catalogue)]} />
      <WithCategories catalogue={catalogue}>
        {(offered) => {
          const values = { categoryName: offered.includes(chosen) ? chosen : '' } as Partial<S['input']>;
          return <NewRecord resource={catalogue} values={values} controls={controlsFor(offered)} />;
        }}
      </WithCategories>
    </AdminsOnly>
  );
}

interface EditItemProps<S extends ItemShape> {
  catalogue: Catalogue<S>;
  controls?: Controls<S>;
}

export function EditItem<S extends ItemShape>({ catalogue, controls }: EditItemProps<S>) {
  return (
    <RecordPage resource={catalogue} title={resourceMessages.edit(catalogue.noun)}>
      {(item) => (
        <WithCategories catalogue={catalogue} present={item.categoryName}>
          {(offered) => (
            <EditRecord
              resource={catalogue}
              record={item}
              controls={(record) => ({ ...controlsFor(offered)(), ...controls?.(record) })}
            />
          )}
        </WithCategories>
      )}
    </RecordPage>
  );
}

function controlsFor(offered: string[]): Controls<ItemShape> {
  return () => ({
    categoryName: (
      <ChoiceField name="categoryName" width="medium" placeholder={messages.chooseCategory} options={offered} />
    ),
  });
}

interface WithCategoriesProps {
  catalogue: CatalogueName;
  /** The category of the item that is edited. */
  present?: string;
  children: (offered: string[]) => ReactNode;
}

/** Loads the categories that an item may be put into. One that is on its way out takes nothing new, but keeps what it has. */
function WithCategories({ catalogue, present, children }: WithCategoriesProps) {
  const result = useQuery(categoriesQuery(catalogue));
  const { data: categories, isError } = result;
  if (!categories) {
    return isError ? <FailedQuery query={result} /> : <PendingForm />;
  }
  const offered = categories.filter(({ name, isRemoved }) => !isRemoved || name === present).map(({ name }) => name);
  if (offered.length > 0) return children(offered);
  const { Icon, noun, paths } = catalogue;
  return (
    <EmptyState
      icon={<Icon />}
      title={messages.noCategoryYet}
      text={messages.noCategoryYetText(noun)}
      action={<ButtonLink to={paths.list()}>{messages.toList}</ButtonLink>}
    />
  );
}
