import { Users } from 'lucide-react';
import { paths } from '@/paths';
import { RecordList } from '@/shared/list/RecordList';
import { ButtonLink } from '@/shared/ui/Button';
import { EmptyState } from '@/shared/ui/EmptyState';
import { userPages } from './queries';
import { UserCard } from './UserCard';
import { sortOptions, useUserFilter } from './useUserFilter';

export function UserList() {
  return (
    <RecordList
      noun={{ one: 'user', many: 'users' }}
      pages={userPages(useUserFilter())}
      sorts={sortOptions}
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
