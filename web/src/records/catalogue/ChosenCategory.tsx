import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { RemovalNotice } from '@/resource/removal';
import { useAccount } from '@/session/useAccount';
import { lazyPart } from '@/shared/loading/lazyPart';
import { common } from '@/shared/messages';
import { useUrlParams } from '@/shared/navigation/useUrlParams';
import { Button } from '@/shared/ui/buttons/Button';
import { cx } from '@/shared/ui/cx';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { Blockers } from './Blockers';
import styles from './ChosenCategory.module.css';
import {
  type CatalogueName,
  categoryItemsQuery,
  itemsAsBlockers,
  useRemoveCategory,
  useRestoreCategory,
} from './categories';
import { categoriesQuery } from './categoriesQuery';
import { messages } from './messages';

const RenameCategory = lazyPart(async () => ({ default: (await import('./CategoryDialogs')).RenameCategory }));

/** Above the list of one category: what an administrator may do with it, or why it is on its way out. */
export function ChosenCategory({ catalogue, name }: { catalogue: CatalogueName; name: string }) {
  const { isAdmin } = useAccount();
  const { change } = useUrlParams();
  const { data: categories } = useQuery(categoriesQuery(catalogue));
  const category = categories?.find((one) => one.name === name);
  if (name === '') return null;

  const props = { catalogue, name, onGone: () => change({ category: undefined }) };
  if (category?.isRemoved) return <PendingCategory {...props} />;
  // The line is there before the categories are, and stays when none of them has the name: the list below must not jump.
  const isUnknown = categories && !category;
  return (
    <div className={styles.chosen}>
      <h2>{name}</h2>
      {isAdmin && (
        <div className={cx(styles.actions, isUnknown && styles.unavailable)}>
          <Rename {...props} onRenamed={(renamed) => change({ category: renamed })} />
          <RemoveCategory {...props} />
        </div>
      )}
    </div>
  );
}

interface CategoryProps {
  catalogue: CatalogueName;
  name: string;
  onGone: () => void;
}

function PendingCategory({ catalogue, name, onGone }: CategoryProps) {
  const { isAdmin } = useAccount();
  const { data: items } = useQuery({ ...categoryItemsQuery(catalogue, name), enabled: isAdmin });
  const restoration = useRestoreCategory(catalogue, name);
  const removal = useRemoveCategory(catalogue, name);

  return (
    <RemovalNotice
      noun={messages.category}
      name={name}
      title={messages.pendingCategoryText(catalogue.noun)}
      blockers={itemsAsBlockers(catalogue, items)}
      isUnused={items?.total === 0}
      ways={
        isAdmin && {
          restoration,
          removal: { ...removal, run: () => removal.run().then((isGone) => isGone && onGone()) },
        }
      }
    >
      {items && messages.leftIn(catalogue.noun, items.total, name)}
    </RemovalNotice>
  );
}

function Rename({ catalogue, name, onRenamed }: CategoryProps & { onRenamed: (name: string) => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={<Pencil aria-hidden />} onClick={() => setAsking(true)}>
        {messages.renameCategory}
      </Button>
      {asking && (
        <RenameCategory
          catalogue={catalogue}
          name={name}
          onRenamed={(renamed) => {
            setAsking(false);
            onRenamed(renamed);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

function RemoveCategory({ catalogue, name, onGone }: CategoryProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
        {messages.removeCategory}
      </Button>
      {asking && <RemovalDialog catalogue={catalogue} name={name} onGone={onGone} onDone={() => setAsking(false)} />}
    </>
  );
}

function RemovalDialog({ catalogue, name, onGone, onDone }: CategoryProps & { onDone: () => void }) {
  const { data: items } = useQuery(categoryItemsQuery(catalogue, name));
  const removal = useRemoveCategory(catalogue, name);
  return (
    <ActionDialog
      title={messages.removingCategory(name)}
      message={
        <>
          <p>{messages.removingCategoryQuestion}</p>
          {items && items.total > 0 && (
            <>
              <p>{messages.categoryStays(catalogue.noun, items.total)}</p>
              <Blockers total={items.total} blockers={itemsAsBlockers(catalogue, items)} />
            </>
          )}
        </>
      }
      verb={common.delete}
      danger
      action={{ ...removal, run: () => removal.run().then((isGone) => isGone && onGone()) }}
      onClose={onDone}
    />
  );
}
