import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import type { CatalogueKind } from '@/records/catalogue/record';
import { formatMoney, marginOf } from '@/shared/format/money';
import { failsInPlace } from '@/shared/loading/readFailure';
import { cx } from '@/shared/ui/cx';
import { messages } from './messages';
import styles from './Terms.module.css';

interface TermsProps {
  catalogue: CatalogueKind;
  /** Of an item that is edited: what it costs; null where that is hidden. */
  cost?: number | null;
}

interface Values {
  productId?: string;
  subscriptionId?: string;
  price?: number | string;
  cost?: number | string;
}

/**
 * Below the price of an item: what is left of it, as it is typed. A new item begins with the price, and a product with
 * the cost, that the same item of the catalogue was given last.
 */
export default function Terms({ catalogue, cost: stored }: TermsProps) {
  const values = useWatch<Values>() as Values;
  const picked = values[`${catalogue}Id`] || undefined;
  const { data: last } = useLastUse(catalogue, stored === undefined ? picked : undefined);
  const catalogueCost = useCatalogueCost(catalogue === 'subscription' && stored === undefined ? picked : undefined);
  useFilledIn(picked, last);

  const price = amount(values.price);
  const cost = catalogue === 'product' ? amount(values.cost) : (stored ?? catalogueCost);
  const isFilledIn = last !== undefined && price === last.price;
  const margin = price !== undefined && typeof cost === 'number' ? marginOf(price, cost) : undefined;
  const isLoss = margin !== undefined && margin < 0;
  return (
    <p className={cx(styles.terms, isLoss && styles.loss)} aria-live="polite">
      {isLoss && <TriangleAlert size={16} aria-hidden />}
      {[
        catalogue === 'subscription' && typeof cost === 'number' && messages.costIs(formatMoney(cost)),
        margin !== undefined &&
          (isLoss
            ? messages.belowCost(formatMoney(-margin))
            : messages.marginIs(formatMoney(margin), Math.round((margin / (price || 1)) * 100))),
        isFilledIn && messages.asIn(last.projectName, last.companyName),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  );
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}

/** The latest use of an item of the catalogue that this user may see. */
function useLastUse(catalogue: CatalogueKind, id = '') {
  return useQuery({
    queryKey: [...queryKeys.catalogueLists(catalogue), 'lastUse', id],
    meta: failsInPlace,
    queryFn: async ({ signal }) => {
      const latest = { PageSize: 1, SortDescending: true } as const;
      const [use] =
        catalogue === 'product'
          ? await api.get('/project/product', { query: { ...latest, ProductId: id, SortBy: 'createdAt' }, signal })
          : await api.get('/project/subscription', {
              query: { ...latest, SubscriptionId: id, SortBy: 'startAt' },
              signal,
            });
      return use ?? null;
    },
    enabled: id !== '',
    select: (use) => use ?? undefined,
  });
}

/** What a subscription costs by the catalogue; null where that is hidden. */
function useCatalogueCost(id: string | undefined): number | null | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.catalogueItem('subscription', id ?? ''),
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/subscription/{id}', { path: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
  return data?.cost;
}

/** Fills in the amounts of the last use of what is picked. What someone typed stays. */
function useFilledIn(picked: string | undefined, last: { price: number; cost?: number | null } | undefined) {
  const { getValues, setValue } = useFormContext<Values>();
  const filled = useRef<Values>({});
  const fill = useEffectEvent((name: 'price' | 'cost', value: number | null | undefined) => {
    const present = getValues(name);
    if (present === undefined || (present !== '' && present !== filled.current[name])) return;
    const next = value ?? '';
    filled.current[name] = next;
    if (present !== next) setValue(name, next, { shouldDirty: true });
  });
  useEffect(() => {
    if (picked === undefined) return;
    fill('price', last?.price);
    fill('cost', last?.cost);
  }, [picked, last]);
}
