import { useQuery } from '@tanstack/react-query';
import { FieldFilters } from '@/resource/FieldFilters';
import { ListHeader, ResourceList } from '@/resource/ListPage';
import { readsOfList } from '@/resource/resource';
import { useList } from '@/resource/useList';
import { useAccount } from '@/session/useAccount';
import type { FirstReads } from '@/shared/loading/firstReads';
import { recordMessages } from '@/shared/recordMessages';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import { ComponentBoundary } from '@/shared/ui/states/ComponentBoundary';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import styles from './CataloguePage.module.css';
import { CategoryPanel } from './CategoryPanel';
import { ChosenCategory } from './ChosenCategory';
import type { Catalogue, ItemShape } from './catalogue';
import type { CatalogueName } from './categories';
import { categoriesQuery } from './categoriesQuery';
import { messages } from './messages';

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
            <FieldFilters resource={catalogue} />
          </ResourceList>
        </div>
      </div>
    </>
  );
}

/** What the page of a catalogue reads first. */
export function readsOfCatalogue<S extends ItemShape>(catalogue: Catalogue<S>): FirstReads {
  return (read, page) => {
    read(categoriesQuery(catalogue));
    readsOfList(catalogue)(read, page);
  };
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
          <ButtonLink variant="primary" to={paths.create(name)}>
            {recordMessages.addNew}
          </ButtonLink>
        )
      }
    />
  );
}
