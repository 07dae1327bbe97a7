import { Plus } from 'lucide-react';
import { ExportUsers } from '@/features/users/ExportUsers';
import { UserList } from '@/features/users/UserList';
import { paths } from '@/paths';
import { AdminsOnly } from '@/session/AdminsOnly';
import { ButtonLink } from '@/shared/ui/Button';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <AdminsOnly title="Users">
      <PageHeader
        title="Users"
        actions={
          <>
            <ExportUsers />
            <ButtonLink look="primary" to={paths.users.create()} icon={<Plus aria-hidden />}>
              Add New
            </ButtonLink>
          </>
        }
      />
      <UserList />
    </AdminsOnly>
  );
}
