import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { paths } from '@/paths';
import { AdminsOnly } from '@/session/AdminsOnly';
import { PendingPage } from '@/shared/ui/PendingPage';
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
  const query = useQuery(userQuery(userEmail));
  return query.data ? children(query.data) : <PendingPage title="User" trail={[usersCrumb]} query={query} />;
}

export const usersCrumb = { label: 'Users', to: paths.users.list() };

/** The pages above one that belongs to a user. */
export function userTrail({ email, displayName }: User) {
  return [usersCrumb, { label: displayName, to: paths.users.details(email) }];
}
