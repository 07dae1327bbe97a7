import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { paths } from '@/paths';
import { AdminsOnly } from '@/session/AdminsOnly';
import { ErrorState } from '@/shared/ui/ErrorState';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Skeleton } from '@/shared/ui/Skeleton';
import { type User, userQuery } from './queries';

type Children = (user: User) => ReactNode;

/** Loads the user of the address for a page about them. */
export function UserPage({ children }: { children: Children }) {
  return (
    <AdminsOnly title="User">
      <LoadedUser>{children}</LoadedUser>
    </AdminsOnly>
  );
}

function LoadedUser({ children }: { children: Children }) {
  const { userEmail = '' } = useParams();
  const { data, isError, isFetching, refetch } = useQuery(userQuery(userEmail));
  if (data) return children(data);
  if (isError) {
    return (
      <ErrorState
        label="An Error Occurred! Click Here To Refresh."
        busy={isFetching}
        onRefresh={() => void refetch()}
      />
    );
  }
  return (
    <div aria-busy="true">
      <PageHeader title="User" trail={[usersCrumb]} />
      <Skeleton height="16rem" />
    </div>
  );
}

export const usersCrumb = { label: 'Users', to: paths.users.list() };

/** The pages above one that belongs to a user. */
export function userTrail({ email, displayName }: User) {
  return [usersCrumb, { label: displayName, to: paths.users.details(email) }];
}
