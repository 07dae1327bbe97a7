import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useAccount } from '@/session/useAccount';
import { counted } from '@/shared/format/number';
import { ButtonLink } from '@/shared/ui/Button';
import { CardList } from '@/shared/ui/CardList';
import { EmptyState } from '@/shared/ui/EmptyState';
import { SearchField } from '@/shared/ui/SearchField';
import { Select } from '@/shared/ui/Select';
import { Toolbar } from '@/shared/ui/Toolbar';
import type { Catalogue } from './catalogue';
import { ItemCard } from './ItemCard';
import { itemsQuery } from './queries';
import { removedOptions, sortOptions, statusOptions, useItemFilter } from './useItemFilter';

export function CatalogueList({ catalogue }: { catalogue: Catalogue }) {
  const { filter, sort, status, change, hrefOfPage, isFiltered } = useItemFilter();
  const result = useQuery(itemsQuery(catalogue, filter));
  const search = useCallback((text: string) => change({ search: text }), [change]);
  const { noun } = catalogue;

  return (
    <>
      <Toolbar
        end={
          <>
            {result.data && <span>{counted(result.data.pagination.totalItems, noun.one, noun.many)}</span>}
            <Select label="Sort" options={sortOptions} value={sort} onChange={(next) => change({ sort: next })} />
          </>
        }
      >
        <SearchField label={`Search ${noun.many}`} value={filter.Search} onSearch={search} />
        <Select label="Status" options={statusOptions} value={status} onChange={(next) => change({ status: next })} />
        <Select
          label="Show"
          options={removedOptions}
          value={filter.Removed}
          onChange={(removed) => change({ removed: removed === 'include' ? undefined : removed })}
        />
      </Toolbar>
      <CardList
        result={result}
        noun={noun}
        keyOf={({ id }) => id}
        page={filter.PageNumber}
        hrefOfPage={hrefOfPage}
        isFiltered={isFiltered}
        onClearFilters={() => change({ search: undefined, status: undefined, removed: undefined })}
        empty={<NoItems catalogue={catalogue} category={filter.CategoryName} />}
      >
        {(item) => <ItemCard catalogue={catalogue} item={item} />}
      </CardList>
    </>
  );
}

function NoItems({ catalogue: { Icon, noun, paths }, category }: { catalogue: Catalogue; category: string }) {
  const { isAdmin, isClient } = useAccount();
  if (category !== '') {
    return (
      <EmptyState
        icon={<Icon />}
        title={`No ${noun.many} in ${category}`}
        text={`Its ${noun.many} are listed here once there are any.`}
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
