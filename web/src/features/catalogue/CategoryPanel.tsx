import { useQuery } from '@tanstack/react-query';
import { CircleX, Plus } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '@/session/useAccount';
import { counted, formatCount } from '@/shared/format/number';
import { lazyPart } from '@/shared/lazyPart';
import { cx } from '@/shared/ui/cx';
import { ErrorState } from '@/shared/ui/ErrorState';
import { IconButton } from '@/shared/ui/IconButton';
import { Skeleton } from '@/shared/ui/Skeleton';
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden';
import styles from './CategoryPanel.module.css';
import type { Catalogue } from './catalogue';
import { type Category, categoriesQuery } from './queries';
import { useItemFilter } from './useItemFilter';

const AddCategory = lazyPart(() => import('./AddCategory'));

/** Narrows the list to one category; a strip of chips where the screen is narrow. */
export function CategoryPanel({ catalogue }: { catalogue: Catalogue }) {
  const { isAdmin } = useAccount();
  const { filter, status, change } = useItemFilter();
  const { data, isError, isFetching, refetch } = useQuery(categoriesQuery(catalogue));
  const [adding, setAdding] = useState(false);
  const categories = data?.filter(({ isRemoved }) => !isRemoved || filter.Removed !== 'exclude');
  // A narrowed list has fewer items than its category.
  const isCounted = filter.Removed === 'include' && status === '';
  const choose = (name: string) => change({ category: name });

  return (
    <section className={styles.panel} aria-label="Categories">
      <header className={styles.header}>
        <h2>Categories</h2>
        {isAdmin && <IconButton label="Add category" icon={<Plus />} onClick={() => setAdding(true)} />}
      </header>
      {isError && !categories ? (
        <ErrorState busy={isFetching} onRefresh={() => void refetch()} />
      ) : !categories ? (
        <div className={styles.loading}>
          {[50, 70, 60, 80, 45].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      ) : (
        <ul className={styles.list}>
          <li>
            <button type="button" aria-pressed={filter.CategoryName === ''} onClick={() => choose('')}>
              <span className={styles.name}>All</span>
              {isCounted && (
                <Count of={categories.reduce((sum, { itemCount }) => sum + itemCount, 0)} noun={catalogue.noun} />
              )}
            </button>
          </li>
          {categories.map((category) => (
            <CategoryChoice
              key={category.name}
              category={category}
              noun={isCounted ? catalogue.noun : undefined}
              isChosen={category.name === filter.CategoryName}
              onChoose={() => choose(category.name)}
            />
          ))}
        </ul>
      )}
      {adding && (
        <AddCategory
          catalogue={catalogue}
          onAdded={(name) => {
            setAdding(false);
            choose(name);
          }}
          onCancel={() => setAdding(false)}
        />
      )}
    </section>
  );
}

interface CategoryChoiceProps {
  category: Category;
  /** Given where its items are counted. */
  noun: Catalogue['noun'] | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

function CategoryChoice({ category, noun, isChosen, onChoose }: CategoryChoiceProps) {
  const { name, isRemoved, itemCount } = category;
  return (
    <li>
      <button
        type="button"
        ref={isChosen ? bringIntoSight : null}
        aria-pressed={isChosen}
        className={cx(isRemoved && styles.removed)}
        title={isRemoved ? `${name}: Pending Remove` : name}
        onClick={onChoose}
      >
        <span className={styles.name}>{name}</span>
        {isRemoved && (
          <>
            <CircleX size={14} aria-hidden />
            <VisuallyHidden>, Pending Remove</VisuallyHidden>
          </>
        )}
        {noun && <Count of={itemCount} noun={noun} />}
      </button>
    </li>
  );
}

/** A strip of chips may be wider than the screen. */
function bringIntoSight(chip: HTMLButtonElement | null) {
  const strip = chip?.closest('ul');
  if (chip && strip) strip.scrollLeft = chip.offsetLeft - (strip.clientWidth - chip.offsetWidth) / 2;
}

/** How many items a choice leads to, those waiting for their removal included, as in the list. */
function Count({ of, noun }: { of: number; noun: Catalogue['noun'] }) {
  return (
    <>
      <span className={styles.count} aria-hidden>
        {formatCount(of)}
      </span>
      <VisuallyHidden>, {counted(of, noun.one, noun.many)}</VisuallyHidden>
    </>
  );
}
