import { EditUser } from '@/features/users/EditUser';
import { UserPage, userTrail } from '@/features/users/UserPage';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <UserPage isForm>
      {(user) => (
        <>
          <PageHeader title="Edit user" trail={userTrail(user)} />
          <EditUser user={user} />
        </>
      )}
    </UserPage>
  );
}
