import { useQuery } from '@tanstack/react-query';
import { Building2, SearchX } from 'lucide-react';
import { useCallback } from 'react';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { counted } from '@/shared/format/number';
import { Button, ButtonLink } from '@/shared/ui/Button';
import { Chips } from '@/shared/ui/Chips';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorState } from '@/shared/ui/ErrorState';
import { Pagination } from '@/shared/ui/Pagination';
import { SearchField } from '@/shared/ui/SearchField';
import { Select } from '@/shared/ui/Select';
import { Skeleton } from '@/shared/ui/Skeleton';
import { Toolbar } from '@/shared/ui/Toolbar';
import { CompanyCard } from './CompanyCard';
import styles from './CompanyList.module.css';
import { companiesQuery } from './queries';
import { removedOptions, type Sort, sortOptions, useCompanyFilter } from './useCompanyFilter';

export function CompanyList() {
  const { filter, sort, change, hrefOfPage, isFiltered } = useCompanyFilter();
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(companiesQuery(filter));
  const search = useCallback((text: string) => change({ search: text }), [change]);

  return (
    <>
      <Toolbar
        end={
          <>
            {data && <span>{counted(data.pagination.totalItems, 'company', 'companies')}</span>}
            <Select<Sort> label="Sort" options={sortOptions} value={sort} onChange={(next) => change({ sort: next })} />
          </>
        }
      >
        <SearchField label="Search companies" value={filter.Search} onSearch={search} />
        <Chips
          label="Show"
          options={removedOptions}
          value={filter.Removed}
          onChange={(removed) => change({ removed: removed === 'include' ? undefined : removed })}
        />
      </Toolbar>
      {isError ? (
        <ErrorState
          label="An Error Occurred! Click Here To Refresh."
          busy={isFetching}
          onRefresh={() => void refetch()}
        />
      ) : !data ? (
        <Placeholder />
      ) : data.data.length === 0 ? (
        <NoCompanies
          isFiltered={isFiltered}
          onClear={() => change({ search: undefined, removed: undefined })}
          firstPage={filter.PageNumber > 1 ? hrefOfPage(1) : undefined}
        />
      ) : (
        <>
          <ul className={styles.cards} aria-busy={isPlaceholderData}>
            {data.data.map((company) => (
              <li key={company.id}>
                <CompanyCard company={company} />
              </li>
            ))}
          </ul>
          <Pagination {...data.pagination} hrefOf={hrefOfPage} />
        </>
      )}
    </>
  );
}

interface NoCompaniesProps {
  isFiltered: boolean;
  onClear: () => void;
  /** Given on a page that lies behind the last one. */
  firstPage: string | undefined;
}

function NoCompanies({ isFiltered, onClear, firstPage }: NoCompaniesProps) {
  const { isAdmin } = useAccount();
  if (firstPage) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="There is no such page"
        text="The list is shorter than that."
        action={<ButtonLink to={firstPage}>Go to the first page</ButtonLink>}
      />
    );
  }
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No company matches"
        text="Nothing fits the search and the filter together."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
  if (isAdmin) {
    return (
      <EmptyState
        icon={<Building2 />}
        title="No companies yet"
        text="The companies you work for, with their moderators and projects, are kept here."
        action={
          <ButtonLink look="primary" to={paths.companies.create()}>
            Add New
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<Building2 />}
      title="No company you may see"
      text="You are not a moderator of any company. An administrator or an owner can add you."
    />
  );
}

function Placeholder() {
  return (
    <ul className={styles.cards} aria-label="Loading companies">
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never reordered
        <li key={index}>
          <Skeleton height="90px" />
        </li>
      ))}
    </ul>
  );
}
