import { Boxes } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/paths';
import { Avatar } from '@/shared/ui/Avatar';
import { Section } from '@/shared/ui/Card';
import { DefinitionGrid } from '@/shared/ui/DefinitionGrid';
import { DateText } from '@/shared/ui/RelativeTime';
import { money } from './moneyFact';
import type { ProjectProduct } from './queries';
import { ProductStatusBadge } from './StateBadges';

export function ProductFacts({ product: item }: { product: ProjectProduct }) {
  const { name, categoryName, photoUrl } = item.product;
  return (
    <Section
      title="Overview"
      picture={<Avatar name={name} photoUrl={photoUrl} size={72} square fallback={<Boxes />} />}
    >
      <DefinitionGrid
        facts={[
          { label: 'Product', value: <Link to={paths.products.details(item.productId)}>{name}</Link> },
          { label: 'Category', value: categoryName },
          { label: 'Status', value: <ProductStatusBadge status={item.status} /> },
          { label: 'Created', value: <DateText at={item.createdAt} /> },
          money('Price', item.price),
          ...(item.cost === null ? [] : [money('Cost', item.cost)]),
          { label: 'Details', value: item.details, copy: item.details, wide: true },
        ]}
      />
    </Section>
  );
}
