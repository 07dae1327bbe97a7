import { Boxes, Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '@/paths';
import { type Column, Table } from '@/shared/table/Table';
import { ButtonLink } from '@/shared/ui/Button';
import { Section } from '@/shared/ui/Card';
import { EmptyState } from '@/shared/ui/EmptyState';
import { moneyColumns, NameCell } from './itemColumns';
import styles from './ProjectItems.module.css';
import type { Project, ProjectProduct } from './queries';
import { ProductStatusBadge } from './StateBadges';

export function ProjectProducts({ project }: { project: Project }) {
  const { id, access, isRemoved, products } = project;
  const navigate = useNavigate();
  return (
    <Section
      title="Products"
      count={products.length}
      action={
        access.attach &&
        !isRemoved && (
          <ButtonLink to={paths.projects.newProduct(id)} icon={<Plus aria-hidden />}>
            Add product
          </ButtonLink>
        )
      }
    >
      {products.length === 0 ? (
        <EmptyState
          icon={<Boxes />}
          title="No products yet"
          text="Products of the catalogue that this project gets, with their status and prices."
        />
      ) : (
        <div className={styles.table}>
          <Table
            caption="Products"
            columns={[...columns, ...moneyColumns<ProjectProduct>(access.seeCost)]}
            rows={products}
            keyOf={(row) => row.id}
            onRowClick={(row) => void navigate(paths.projects.product(id, row.id))}
          />
        </div>
      )}
    </Section>
  );
}

const columns: Column<ProjectProduct>[] = [
  {
    header: 'Name',
    lead: true,
    cell: ({ id, projectId, product }) => <NameCell to={paths.projects.product(projectId, id)} item={product} />,
  },
  { header: 'Status', narrow: true, lead: true, cell: ({ status }) => <ProductStatusBadge status={status} /> },
];
