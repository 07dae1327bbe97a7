import { useQuery } from '@tanstack/react-query';
import { useAccount } from '@/session/useAccount';
import { removedOptions, sortOptions } from '@/shared/list/listFilter';
import { RecordList } from '@/shared/list/RecordList';
import { ButtonLink } from '@/shared/ui/Button';
import { EmptyState } from '@/shared/ui/EmptyState';
import { Select } from '@/shared/ui/Select';
import type { Catalogue } from './catalogue';
import { ItemCard } from './ItemCard';
import { categoriesQuery, itemPages } from './queries';
import { statusOptions, useItemFilter } from './useItemFilter';

/** The panel beside the list takes the room that chips would need. */
const shownOptions = removedOptions.map(({ value, label }) => ({
  value,
  label: value === 'include' ? 'Removed or not' : label,
}));

export function CatalogueList({ catalogue }: { catalogue: Catalogue }) {
  const { filter, status, change } = useItemFilter();
  return (
    <RecordList
      noun={catalogue.noun}
      pages={itemPages(catalogue, filter)}
      sorts={sortOptions}
      filters={
        <>
          <Select label="Status" options={statusOptions} value={status} onChange={(next) => change({ status: next })} />
          <Select
            label="Show"
            options={shownOptions}
            value={filter.Removed}
            onChange={(removed) => change({ removed: removed === 'include' ? undefined : removed })}
          />
        </>
      }
      // Not by the category, which is a place of its own.
      filterNames={['status', 'removed']}
      isNarrowed={status !== '' || filter.Removed !== 'include'}
      empty={<NoItems catalogue={catalogue} category={filter.CategoryName} />}
    >
      {(item) => <ItemCard catalogue={catalogue} item={item} />}
    </RecordList>
  );
}

function NoItems({ catalogue, category: name }: { catalogue: Catalogue; category: string }) {
  const { isAdmin, isClient } = useAccount();
  const { data: categories } = useQuery(categoriesQuery(catalogue));
  const { Icon, noun, paths } = catalogue;
  if (name !== '') {
    const category = categories?.find((one) => one.name === name);
    if (categories && !category) {
      return (
        <EmptyState
          icon={<Icon />}
          title={`There is no category ${name}`}
          text="It may have been removed."
          action={<ButtonLink to={paths.list()}>Show all {noun.many}</ButtonLink>}
        />
      );
    }
    return (
      <EmptyState
        icon={<Icon />}
        title={`No ${noun.many} in ${name}`}
        text={`Its ${noun.many} are listed here once there are any.`}
        action={
          isAdmin &&
          category &&
          !category.isRemoved && (
            <ButtonLink look="primary" to={paths.create(name)}>
              Add New
            </ButtonLink>
          )
        }
      />
    );
  }
  if (isAdmin) {
    return (
      <EmptyState
        icon={<Icon />}
        title={`No ${noun.many} yet`}
        text={`The ${noun.many} that projects can use are kept here, in categories.`}
        action={
          <ButtonLink look="primary" to={paths.create()}>
            Add New
          </ButtonLink>
        }
      />
    );
  }
  if (isClient) {
    return (
      <EmptyState icon={<Icon />} title={`No ${noun.many} yet`} text="An administrator adds them to the catalogue." />
    );
  }
  return (
    <EmptyState
      icon={<Icon />}
      title={`No ${noun.one} you may see`}
      text="You are not a moderator of any company or project. An administrator or an owner can add you."
    />
  );
}
