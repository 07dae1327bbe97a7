import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FolderKanban } from 'lucide-react';
import { useState } from 'react';
import { DetailsPage, RecordFacts } from '@/resource/RecordPage';
import { dependantsQuery } from '@/resource/resource';
import { useAccount } from '@/session/useAccount';
import { Button } from '@/shared/ui/Button';
import { Columns, Section } from '@/shared/ui/Card';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorState } from '@/shared/ui/ErrorState';
import { Skeleton } from '@/shared/ui/Skeleton';
import { Blockers } from './Blockers';
import styles from './ItemDetails.module.css';
import { messages } from './messages';
import { type Catalogue, type ItemShape, products, subscriptions } from './resource';

export const ProductDetailsPage = () => <ItemDetails catalogue={products} />;
export const SubscriptionDetailsPage = () => <ItemDetails catalogue={subscriptions} />;

export function ItemDetails<S extends ItemShape>({ catalogue }: { catalogue: Catalogue<S> }) {
  const { isAdmin } = useAccount();
  return (
    <DetailsPage resource={catalogue}>
      {(item) => (
        <Columns>
          <ComponentBoundary>
            <RecordFacts resource={catalogue} record={item} />
          </ComponentBoundary>
          {isAdmin && (
            <ComponentBoundary>
              <ItemUses catalogue={catalogue} item={item} />
            </ComponentBoundary>
          )}
        </Columns>
      )}
    </DetailsPage>
  );
}

/** The server gives no more at once. */
const fullPage = 200;

interface ItemUsesProps<S extends ItemShape> {
  catalogue: Catalogue<S>;
  item: S['record'];
}

/** The projects that use an item, and so keep it from being removed. */
function ItemUses<S extends ItemShape>({ catalogue, item }: ItemUsesProps<S>) {
  const { removal, noun } = catalogue;
  const [most, setMost] = useState<number>();
  const query = { ...dependantsQuery(removal, item.id, most), placeholderData: keepPreviousData };
  const { data: uses, isError, isFetching, refetch } = useQuery(query);
  return (
    <Section title={messages.usedIn} count={uses?.total}>
      {isError && !uses ? (
        <ErrorState busy={isFetching} onRefresh={() => void refetch()} />
      ) : !uses ? (
        <Skeleton height="6rem" />
      ) : uses.total === 0 ? (
        <EmptyState icon={<FolderKanban />} title={messages.unused} text={messages.unusedText(noun)} />
      ) : (
        <>
          <Blockers total={uses.total} blockers={uses.data.map((use) => removal.blocker(use, item))} />
          {uses.total > uses.data.length && most === undefined && (
            <Button className={styles.more} onClick={() => setMost(fullPage)}>
              {messages.showMore}
            </Button>
          )}
        </>
      )}
    </Section>
  );
}
