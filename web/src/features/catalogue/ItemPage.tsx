import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { PendingPage } from '@/shared/ui/PendingPage';
import type { Catalogue, Item } from './catalogue';
import { itemQuery } from './queries';

interface ItemPageProps {
  catalogue: Catalogue;
  isForm?: boolean;
  children: (item: Item) => ReactNode;
}

/** Loads the item of the address for a page about it. */
export function ItemPage({ catalogue, isForm, children }: ItemPageProps) {
  const { prodId, subId } = useParams();
  const query = useQuery(itemQuery(catalogue, prodId ?? subId ?? ''));
  if (query.data) return children(query.data);
  return <PendingPage title={catalogue.label} trail={[listCrumb(catalogue)]} isForm={isForm} query={query} />;
}

export function listCrumb({ title, paths }: Catalogue) {
  return { label: title, to: paths.list() };
}

/** The pages above one that belongs to an item. */
export function itemTrail(catalogue: Catalogue, { id, name }: Item) {
  return [listCrumb(catalogue), { label: name, to: catalogue.paths.details(id) }];
}
