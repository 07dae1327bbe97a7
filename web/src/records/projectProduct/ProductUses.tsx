import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { paths } from '@/paths';
import { formatMoney } from '@/shared/format/money';
import { failsInPlace } from '@/shared/loading/readFailure';
import { type Column, Table } from '@/shared/table/Table';
import { Button } from '@/shared/ui/buttons/Button';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import styles from './ProductUses.module.css';
import { statusBadge } from './resource';
import { messages } from './usesMessages';

type Use = AnswerOf<'/project/product', 'get'>[number];

const first = 50;
/** The server gives no more at once. */
const most = 200;

/** The uses of a product of the catalogue, by their projects. */
function usesQuery(ProductId: string, PageSize: number) {
  return queryOptions({
    queryKey: [...queryKeys.projectProducts, { item: ProductId, PageSize }],
    meta: failsInPlace,
    queryFn: ({ signal }) =>
      api.list('/project/product', { query: { ProductId, PageSize, SortBy: 'projectName' }, signal }),
  });
}

interface ProductUsesTableProps {
  item: { id: string };
  /** What is not among the rows that are shown. */
  children: (shown: ReadonlySet<string>) => ReactNode;
}

/** The projects that use a product of the catalogue: whose they are, how far it is and what they pay. */
export function ProductUsesTable({ item, children }: ProductUsesTableProps) {
  const [size, setSize] = useState(first);
  const result = useQuery({ ...usesQuery(item.id, size), placeholderData: keepPreviousData });
  const { data, isError } = result;
  if (isError && !data) return <FailedQuery query={result} message={messages.failed} />;
  if (!data) return <Skeleton height="6rem" />;
  const rows = data.data;
  const total = data.pagination.totalItems;
  return (
    <>
      {total === rows.length && children(new Set(rows.map(({ id }) => id)))}
      {rows.length > 0 && (
        <div className={styles.uses}>
          <Table caption={messages.uses} columns={columns} rows={rows} keyOf={({ id }) => id} />
        </div>
      )}
      {total > rows.length &&
        (size < most ? (
          <Button onClick={() => setSize(most)}>{messages.showMore}</Button>
        ) : (
          <Note>{messages.first(rows.length, total)}</Note>
        ))}
    </>
  );
}

const columns: Column<Use>[] = [
  {
    header: messages.project,
    lead: true,
    grow: true,
    cell: ({ id, projectId, projectName, companyName }) => (
      <>
        <Link to={paths.projects.product(projectId, id)} className={styles.name}>
          {projectName}
        </Link>
        <span className={styles.company} dir="auto">
          {companyName}
        </span>
      </>
    ),
  },
  { header: messages.status, narrow: true, cell: statusBadge },
  { header: messages.price, numeric: true, narrow: true, cell: ({ price }) => formatMoney(price) },
];
