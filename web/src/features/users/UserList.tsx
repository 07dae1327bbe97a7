import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useCallback } from 'react';
import { paths } from '@/paths';
import { counted } from '@/shared/format/number';
import { ButtonLink } from '@/shared/ui/Button';
import { CardList } from '@/shared/ui/CardList';
import { EmptyState } from '@/shared/ui/EmptyState';
import { SearchField } from '@/shared/ui/SearchField';
import { Select } from '@/shared/ui/Select';
import { Toolbar } from '@/shared/ui/Toolbar';
import { usersQuery } from './queries';
import { UserCard } from './UserCard';
import { sortOptions, useUserFilter } from './useUserFilter';

const noun = { one: 'user', many: 'users' };

export function UserList() {
  const { filter, sort, change, hrefOfPage } = useUserFilter();
  const result = useQuery(usersQuery(filter));
  const search = useCallback((text: string) => change({ search: text }), [change]);

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
        <SearchField label="Search users" value={filter.Search} onSearch={search} />
      </Toolbar>
      <CardList
        result={result}
        noun={noun}
        keyOf={({ email }) => email}
        page={filter.PageNumber}
        hrefOfPage={hrefOfPage}
        isFiltered={filter.Search !== ''}
        onClearFilters={() => change({ search: undefined })}
        empty={
          <EmptyState
            icon={<Users />}
            title="No users yet"
            text="Everyone who may sign in is kept here."
            action={
              <ButtonLink look="primary" to={paths.users.create()}>
                Add New
              </ButtonLink>
            }
          />
        }
      >
        {(user) => <UserCard user={user} />}
      </CardList>
    </>
  );
}
