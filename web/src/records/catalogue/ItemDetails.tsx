import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FolderKanban } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { DetailsPage, RecordFacts } from '@/resource/DetailsPage';
import { dependantsQuery } from '@/resource/resource';
import { useAccount } from '@/session/useAccount';
import { Button } from '@/shared/ui/buttons/Button';
import { Columns, Section } from '@/shared/ui/records/Card';
import { ComponentBoundary } from '@/shared/ui/states/ComponentBoundary';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { Blockers } from './Blockers';
import type { Catalogue, ItemShape } from './catalogue';
import styles from './ItemDetails.module.css';
import { messages } from './messages';

interface ItemDetailsProps<S extends ItemShape> {
  catalogue: Catalogue<S>;
  /** More about the uses of an item, and the others as links. */
  renderUses?: (item: S['record'], renderOthers: (shown: ReadonlySet<string>) => ReactNode) => ReactNode;
}

export function ItemDetails<S extends ItemShape>({ catalogue, renderUses }: ItemDetailsProps<S>) {
  const { isAdmin } = useAccount();
  return (
    <DetailsPage resource={catalogue}>
      {(item) => (
        <Columns isStacked={renderUses !== undefined}>
          <ComponentBoundary>
            <RecordFacts resource={catalogue} record={item} />
          </ComponentBoundary>
          {isAdmin && (
            <ComponentBoundary>
              <ItemUses catalogue={catalogue} item={item} renderUses={renderUses} />
            </ComponentBoundary>
          )}
        </Columns>
      )}
    </DetailsPage>
  );
}

const none: ReadonlySet<string> = new Set();

/** The server gives no more at once. */
const fullPage = 200;

interface ItemUsesProps<S extends ItemShape> {
  catalogue: Catalogue<S>;
  renderUses: ItemDetailsProps<S>['renderUses'];
  item: S['record'];
}

/** The projects that use an item, and so keep it from being removed. */
function ItemUses<S extends ItemShape>({ catalogue, item, renderUses }: ItemUsesProps<S>) {
  const { removal, noun } = catalogue;
  const [most, setMost] = useState<number>();
  const query = { ...dependantsQuery(removal, item.id, most), placeholderData: keepPreviousData };
  const result = useQuery(query);
  const { data: uses, isError } = result;
  const renderOthers = (shown: ReadonlySet<string>) => {
    const others = uses?.data.filter(({ id }) => !shown.has(id)) ?? [];
    const total = (uses?.total ?? 0) - shown.size;
    if (total <= 0) return null;
    return (
      <>
        {shown.size > 0 && <Note>{messages.othersWait(total)}</Note>}
        {others.length > 0 && <Blockers total={total} blockers={others.map((use) => removal.blocker(use, item))} />}
      </>
    );
  };
  return (
    <Section title={messages.usedIn} count={uses?.total}>
      {isError && !uses ? (
        <FailedQuery query={result} />
      ) : !uses ? (
        <Skeleton height="6rem" />
      ) : uses.total === 0 ? (
        <EmptyState icon={<FolderKanban />} title={messages.unused} text={messages.unusedText(noun)} />
      ) : (
        <>
          {renderUses ? renderUses(item, renderOthers) : renderOthers(none)}
          {uses.total > uses.data.length && most === undefined && !renderUses && (
            <Button className={styles.more} onClick={() => setMost(fullPage)}>
              {messages.showMore}
            </Button>
          )}
        </>
      )}
    </Section>
  );
}
