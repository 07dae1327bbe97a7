import { UserActions } from '@/features/users/UserActions';
import { UserFacts } from '@/features/users/UserFacts';
import { UserPage, usersCrumb } from '@/features/users/UserPage';
import { UserState } from '@/features/users/UserState';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
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
