import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { paths } from '@/paths';
import { AdminsOnly } from '@/session/AdminsOnly';
import { PendingPage } from '@/shared/ui/PendingPage';
import { type User, userQuery } from './queries';

interface UserPageProps {
  isForm?: boolean;
  children: (user: User) => ReactNode;
}

/** Loads the user of the address for a page about them. */
export function UserPage(page: UserPageProps) {
  return (
    <AdminsOnly title="User">
      <LoadedUser {...page} />
    </AdminsOnly>
  );
}

function LoadedUser({ isForm, children }: UserPageProps) {
  const { userEmail = '' } = useParams();
  const query = useQuery(userQuery(userEmail));
  if (query.data) return children(query.data);
  return <PendingPage title="User" trail={[usersCrumb]} isForm={isForm} query={query} />;
}

export const usersCrumb = { label: 'Users', to: paths.users.list() };

/** The pages above one that belongs to a user. */
export function userTrail({ email, displayName }: User) {
  return [usersCrumb, { label: displayName, to: paths.users.details(email) }];
}
