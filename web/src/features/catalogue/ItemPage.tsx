import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { ErrorState } from '@/shared/ui/ErrorState';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Skeleton } from '@/shared/ui/Skeleton';
import type { Catalogue, Item } from './catalogue';
import { itemQuery } from './queries';

interface ItemPageProps {
  catalogue: Catalogue;
  children: (item: Item) => ReactNode;
}

/** Loads the item of the address for a page about it. */
export function ItemPage({ catalogue, children }: ItemPageProps) {
  const { prodId, subId } = useParams();
  const { data, isError, isFetching, refetch } = useQuery(itemQuery(catalogue, prodId ?? subId ?? ''));
  if (data) return children(data);
  if (isError) {
    return (
      <ErrorState
        label="An Error Occurred! Click Here To Refresh."
        busy={isFetching}
        onRefresh={() => void refetch()}
      />
    );
  }
  return (
    <div aria-busy="true">
      <PageHeader title={catalogue.title} trail={[listCrumb(catalogue)]} />
      <Skeleton height="16rem" />
    </div>
  );
}

export function listCrumb({ title, paths }: Catalogue) {
  return { label: title, to: paths.list() };
}

/** The pages above one that belongs to an item. */
export function itemTrail(catalogue: Catalogue, { id, name }: Item) {
  return [listCrumb(catalogue), { label: name, to: catalogue.paths.details(id) }];
}
