import { UserAddress } from '@/features/users/UserAddress';
import { UserPage, userTrail } from '@/features/users/UserPage';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <UserPage isForm>
      {(user) => (
        <>
          <PageHeader title="Address" trail={userTrail(user)} />
          <UserAddress user={user} />
        </>
      )}
    </UserPage>
  );
}
