import { Users } from 'lucide-react';
import { paths } from '@/paths';
import { RecordList } from '@/shared/list/RecordList';
import { ButtonLink } from '@/shared/ui/Button';
import { Chips } from '@/shared/ui/Chips';
import { EmptyState } from '@/shared/ui/EmptyState';
import { userPages } from './queries';
import { UserCard } from './UserCard';
import { shownOptions, sortOptions, useUserFilter } from './useUserFilter';

export function UserList() {
  const { filter, change } = useUserFilter();
  return (
    <RecordList
      noun={{ one: 'user', many: 'users' }}
      pages={userPages(filter)}
      sorts={sortOptions}
      filters={
        <Chips
          label="Show"
          options={shownOptions}
          value={filter.AdminsOnly ? 'admins' : 'all'}
          onChange={(shown) => change({ admins: shown === 'admins' ? 'true' : undefined })}
        />
      }
      filterNames={['admins']}
      isNarrowed={filter.AdminsOnly}
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
    </RecordList>
  );
}
