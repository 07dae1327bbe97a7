import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { useSession } from '@/session/useAccount';
import { createQueryClient } from './queryClient';

/** Between the end of a session and the redirect to login, screens must not render without a user. */
export function Component() {
  const account = useSession();
  return account && <UserArea key={account.email} />;
}

/** Has its own cache: nothing of one user's screens may survive into another's. */
function UserArea() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
