import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FolderKanban } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/shared/ui/Button';
import { Section } from '@/shared/ui/Card';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorState } from '@/shared/ui/ErrorState';
import type { Blocker } from '@/shared/ui/RemovalNotice';
import { Skeleton } from '@/shared/ui/Skeleton';
import { Blockers } from './Blockers';
import type { Catalogue, Item } from './catalogue';
import styles from './ItemUses.module.css';
import { type Dependants, usesQuery } from './queries';

/** The server gives no more at once. */
const fullPage = 200;

/** The projects that use an item, and so keep it from being removed. */
export function ItemUses({ catalogue, item }: { catalogue: Catalogue; item: Item }) {
  const [most, setMost] = useState<number>();
  const query = { ...usesQuery(catalogue, item.id, most), placeholderData: keepPreviousData };
  const { data: uses, isError, isFetching, refetch } = useQuery(query);
  return (
    <Section title="Used in projects" count={uses?.total}>
      {isError && !uses ? (
        <ErrorState busy={isFetching} onRefresh={() => void refetch()} />
      ) : !uses ? (
        <Skeleton height="6rem" />
      ) : uses.total === 0 ? (
        <EmptyState
          icon={<FolderKanban />}
          title="No project uses it"
          text={`A project that takes up this ${catalogue.noun.one} is listed here.`}
        />
      ) : (
        <>
          <Blockers total={uses.total} blockers={usesAsBlockers(catalogue, uses)} />
          {uses.total > uses.data.length && most === undefined && (
            <Button className={styles.more} onClick={() => setMost(fullPage)}>
              Show more
            </Button>
          )}
        </>
      )}
    </Section>
  );
}

export function usesAsBlockers({ useInProject }: Catalogue, uses: Dependants | undefined): Blocker[] {
  return (uses?.data ?? []).map(({ id, name, parentId, parentName }) => ({
    id,
    name: parentName ?? name,
    to: useInProject(parentId ?? '', id),
  }));
}
