import type { ReactNode } from 'react';
import { EditUser } from '@/features/users/EditUser';
import { NewUser } from '@/features/users/NewUser';
import type { User } from '@/features/users/queries';
import { UserActions } from '@/features/users/UserActions';
import { UserAddress } from '@/features/users/UserAddress';
import { UserFacts } from '@/features/users/UserFacts';
import { UserPage, usersCrumb, userTrail } from '@/features/users/UserPage';
import { UserState } from '@/features/users/UserState';
import { AdminsOnly } from '@/session/AdminsOnly';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { PageHeader } from '@/shared/ui/PageHeader';

export function NewUserPage() {
  return (
    <AdminsOnly title="New user">
      <PageHeader title="New user" trail={[usersCrumb]} />
      <NewUser />
    </AdminsOnly>
  );
}

export function UserDetailsPage() {
  return (
    <UserPage>
      {(user) => (
        <>
          <PageHeader
            title={user.displayName}
            trail={[usersCrumb]}
            state={<UserState user={user} />}
            actions={<UserActions user={user} />}
          />
          <ComponentBoundary>
            <UserFacts user={user} />
          </ComponentBoundary>
        </>
      )}
    </UserPage>
  );
}

export function EditUserPage() {
  return <Subpage title="Edit user">{(user) => <EditUser user={user} />}</Subpage>;
}

export function UserAddressPage() {
  return <Subpage title="Address">{(user) => <UserAddress user={user} />}</Subpage>;
}

function Subpage({ title, children }: { title: string; children: (user: User) => ReactNode }) {
  return (
    <UserPage isForm>
      {(user) => (
        <>
          <PageHeader title={title} trail={userTrail(user)} />
          {children(user)}
        </>
      )}
    </UserPage>
  );
}
