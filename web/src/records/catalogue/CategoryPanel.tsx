import { useQuery } from '@tanstack/react-query';
import { CircleX, Plus } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '@/session/useAccount';
import { counted, formatCount } from '@/shared/format/number';
import { lazyPart } from '@/shared/loading/lazyPart';
import { useUrlParams } from '@/shared/navigation/useUrlParams';
import { recordMessages } from '@/shared/recordMessages';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { cx } from '@/shared/ui/cx';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { SkeletonLines } from '@/shared/ui/states/Skeleton';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import styles from './CategoryPanel.module.css';
import type { CatalogueName } from './categories';
import { categoriesQuery } from './categoriesQuery';
import { messages } from './messages';
import type { Category } from './record';

const AddCategory = lazyPart(async () => ({ default: (await import('./CategoryDialogs')).AddCategory }));

interface CategoryPanelProps {
  catalogue: CatalogueName;
  /** The name of the category that the list is narrowed to, or empty. */
  chosen: string;
  isCounted: boolean;
  /** Whether categories that wait for their removal are left out. */
  hidesRemoved: boolean;
}

/** Narrows the list to one category; a strip of chips where the screen is narrow. */
export function CategoryPanel({ catalogue, chosen, isCounted, hidesRemoved }: CategoryPanelProps) {
  const { isAdmin } = useAccount();
  const { change } = useUrlParams();
  const result = useQuery(categoriesQuery(catalogue));
  const { data, isError } = result;
  const [adding, setAdding] = useState(false);
  const categories = data?.filter(({ isRemoved }) => !isRemoved || !hidesRemoved);
  const choose = (name: string) => change({ category: name });

  return (
    <section className={styles.panel} aria-label={messages.categories}>
      <header className={styles.header}>
        <h2>{messages.categories}</h2>
        {isAdmin && <IconButton label={messages.addCategory} icon={<Plus />} onClick={() => setAdding(true)} />}
      </header>
      {isError && !categories ? (
        <FailedQuery query={result} />
      ) : !categories ? (
        <SkeletonLines widths={[50, 70, 60, 80, 45]} className={styles.loading} />
      ) : (
        <ul className={styles.list}>
          <li>
            <button type="button" aria-pressed={chosen === ''} onClick={() => choose('')}>
              <span className={styles.name}>{recordMessages.all}</span>
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
              isChosen={category.name === chosen}
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
  noun: CatalogueName['noun'] | undefined;
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
        title={isRemoved ? messages.pendingCategory(name) : name}
        onClick={onChoose}
      >
        <span className={styles.name}>{name}</span>
        {isRemoved && (
          <>
            <CircleX size={14} aria-hidden />
            <VisuallyHidden>{messages.pending}</VisuallyHidden>
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
function Count({ of, noun }: { of: number; noun: CatalogueName['noun'] }) {
  return (
    <>
      <span className={styles.count} aria-hidden>
        {formatCount(of)}
      </span>
      <VisuallyHidden>, {counted(of, noun.one, noun.many)}</VisuallyHidden>
    </>
  );
}
