import { NewUser } from '@/features/users/NewUser';
import { usersCrumb } from '@/features/users/UserPage';
import { AdminsOnly } from '@/session/AdminsOnly';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <AdminsOnly title="New user">
      <PageHeader title="New user" trail={[usersCrumb]} />
      <NewUser />
    </AdminsOnly>
  );
}
