import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { useAccount } from '@/session/useAccount';
import { formatMoney } from '@/shared/format/money';
import { PhotoField } from '@/shared/forms/PhotoField';
import { Avatar } from '@/shared/ui/Avatar';
import { Badge } from '@/shared/ui/Badge';
import { Columns, Section } from '@/shared/ui/Card';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { DefinitionGrid, type Fact } from '@/shared/ui/DefinitionGrid';
import { PageHeader } from '@/shared/ui/PageHeader';
import { DateText } from '@/shared/ui/RelativeTime';
import { type Catalogue, type Item, type Product, products } from './catalogue';
import { ItemActions } from './ItemActions';
import { ItemPage, listCrumb } from './ItemPage';
import { ItemStatus } from './ItemStatus';
import { ItemUses } from './ItemUses';
import { PendingRemoval } from './PendingRemoval';
import { storeItem } from './queries';

export function ItemDetails({ catalogue }: { catalogue: Catalogue }) {
  const { isAdmin } = useAccount();
  return (
    <ItemPage catalogue={catalogue}>
      {(item) => (
        <>
          <PageHeader
            title={item.name}
            trail={[listCrumb(catalogue)]}
            state={item.isRemoved ? <Badge tone="bad">Pending Remove</Badge> : <ItemStatus status={item.status} />}
            actions={isAdmin && <ItemActions catalogue={catalogue} item={item} />}
          />
          {item.isRemoved && <PendingRemoval catalogue={catalogue} item={item} />}
          <Columns>
            <ComponentBoundary>
              <ItemFacts catalogue={catalogue} item={item} />
            </ComponentBoundary>
            {isAdmin && (
              <ComponentBoundary>
                <ItemUses catalogue={catalogue} item={item} />
              </ComponentBoundary>
            )}
          </Columns>
        </>
      )}
    </ItemPage>
  );
}

function ItemFacts({ catalogue, item }: { catalogue: Catalogue; item: Item }) {
  const { categoryName, status, details, createdAt } = item;
  const category = `${catalogue.paths.list()}?${new URLSearchParams({ category: categoryName })}`;
  return (
    <Section title="Overview" picture={'photoUrl' in item && <ProductPhoto product={item} />}>
      <DefinitionGrid
        facts={[
          { label: 'Category', value: <Link to={category}>{categoryName}</Link> },
          { label: 'Status', value: <ItemStatus status={status} /> },
          ...costOf(item),
          { label: 'Created', value: <DateText at={createdAt} /> },
          { label: 'Details', value: details, copy: details, wide: true },
        ]}
      />
    </Section>
  );
}

/** Products have none, and not everyone may see that of a subscription. */
function costOf(item: Item): Fact[] {
  if (!('cost' in item) || item.cost === null) return [];
  const cost = formatMoney(item.cost);
  return [{ label: 'Cost', value: `${cost} ${item.costCurrencyName}`, copy: cost }];
}

function ProductPhoto({ product: { id, name, photoUrl } }: { product: Product }) {
  const client = useQueryClient();
  const { isAdmin } = useAccount();
  const photo = <Avatar name={name} photoUrl={photoUrl} size={96} square fallback={<products.Icon />} />;
  if (!isAdmin) return photo;
  return (
    <PhotoField
      isSmall
      preview={photo}
      hasPhoto={photoUrl !== null}
      onUpload={async (file) =>
        storeItem(client, products, await api.put('/product/{id}/photo', { path: { id }, body: file }))
      }
      onRemove={async () => storeItem(client, products, await api.delete('/product/{id}/photo', { path: { id } }))}
    />
  );
}
