import { useQuery } from '@tanstack/react-query';
import { FieldFilters } from '@/resource/FieldFilters';
import { ListHeader, ResourceList, useList } from '@/resource/ListPage';
import { useAccount } from '@/session/useAccount';
import { recordMessages } from '@/shared/recordMessages';
import { ButtonLink } from '@/shared/ui/Button';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { EmptyState } from '@/shared/ui/EmptyState';
import styles from './CataloguePage.module.css';
import { CategoryPanel } from './CategoryPanel';
import { ChosenCategory } from './ChosenCategory';
import { type CatalogueName, categoriesQuery } from './categories';
import { messages } from './messages';
import type { Catalogue, ItemShape } from './resource';

/** The list of a catalogue beside its categories. */
export function CataloguePage<S extends ItemShape>({ catalogue }: { catalogue: Catalogue<S> }) {
  const { query, isNarrowed } = useList(catalogue);
  const { CategoryName: category = '', Removed: removed } = query;
  return (
    <>
      <ListHeader resource={catalogue} createPath={catalogue.paths.create(category)} />
      <div className={styles.columns}>
        <ComponentBoundary>
          <CategoryPanel
            catalogue={catalogue}
            chosen={category}
            // A narrowed list has fewer items than its category.
            isCounted={!isNarrowed}
            hidesRemoved={removed === 'exclude'}
          />
        </ComponentBoundary>
        <div className={styles.items}>
          <ChosenCategory catalogue={catalogue} name={category} />
          <ResourceList
            resource={catalogue}
            empty={category && <EmptyCategory catalogue={catalogue} name={category} />}
          >
            {catalogue.narrowingFields && <FieldFilters resource={catalogue} />}
          </ResourceList>
        </div>
      </div>
    </>
  );
}

function EmptyCategory({ catalogue, name }: { catalogue: CatalogueName; name: string }) {
  const { isAdmin } = useAccount();
  const { data: categories } = useQuery(categoriesQuery(catalogue));
  const { Icon, noun, paths } = catalogue;
  const category = categories?.find((one) => one.name === name);
  if (categories && !category) {
    return (
      <EmptyState
        icon={<Icon />}
        title={messages.noCategory(name)}
        text={messages.noCategoryText}
        action={<ButtonLink to={paths.list()}>{messages.showAll(noun)}</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      icon={<Icon />}
      title={messages.noneIn(noun, name)}
      text={messages.noneInText(noun)}
      action={
        isAdmin &&
        category &&
        !category.isRemoved && (
          <ButtonLink look="primary" to={paths.create(name)}>
            {recordMessages.addNew}
          </ButtonLink>
        )
      }
    />
  );
}
