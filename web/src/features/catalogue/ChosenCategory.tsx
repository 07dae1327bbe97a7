import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '@/session/useAccount';
import { isolate } from '@/shared/format/isolate';
import { counted } from '@/shared/format/number';
import { lazyPart } from '@/shared/lazyPart';
import { Button } from '@/shared/ui/Button';
import { RemovalNotice } from '@/shared/ui/RemovalNotice';
import { itemsAsBlockers } from './Blockers';
import styles from './ChosenCategory.module.css';
import type { Catalogue } from './catalogue';
import { useRemoveCategory, useRestoreCategory } from './categoryRemoval';
import { categoriesQuery, categoryItemsQuery } from './queries';
import { useItemFilter } from './useItemFilter';

const RemovalDialog = lazyPart(() => import('./CategoryRemovalDialog'));

/** Above the list of one category: what an administrator may do with it, or why it is on its way out. */
export function ChosenCategory({ catalogue }: { catalogue: Catalogue }) {
  const { isAdmin } = useAccount();
  const { filter, change } = useItemFilter();
  const { data: categories } = useQuery(categoriesQuery(catalogue));
  const name = filter.CategoryName;
  const category = categories?.find((one) => one.name === name);
  // Its line is there before the categories are: the list below must not jump.
  if (name === '' || (categories && !category)) return null;

  const props = { catalogue, name, onGone: () => change({ category: undefined }) };
  if (category?.isRemoved) return <PendingCategory {...props} />;
  return (
    <div className={styles.chosen}>
      <h2>{name}</h2>
      {isAdmin && <RemoveCategory {...props} />}
    </div>
  );
}

interface CategoryProps {
  catalogue: Catalogue;
  name: string;
  onGone: () => void;
}

function PendingCategory({ catalogue, name, onGone }: CategoryProps) {
  const { isAdmin } = useAccount();
  const { data: items } = useQuery({ ...categoryItemsQuery(catalogue, name), enabled: isAdmin });
  const restoration = useRestoreCategory(catalogue, name);
  const removal = useRemoveCategory(catalogue, name);
  const { one, many } = catalogue.noun;

  return (
    <RemovalNotice
      kind="Category"
      name={name}
      title={`This category is not removed. Remove its ${many} then finalize it, or restore it.`}
      blockers={itemsAsBlockers(catalogue, items)}
      isUnused={items?.total === 0}
      ways={
        isAdmin && {
          restoration,
          removal: { ...removal, run: () => removal.run().then((isGone) => isGone && onGone()) },
        }
      }
    >
      {items && `${counted(items.total, `${one} is`, `${many} are`)} left in ${isolate(name)}.`}
    </RemovalNotice>
  );
}

function RemoveCategory({ catalogue, name, onGone }: CategoryProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="quiet" icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
        Remove category
      </Button>
      {asking && <RemovalDialog catalogue={catalogue} name={name} onGone={onGone} onDone={() => setAsking(false)} />}
    </>
  );
}
