import { lazyPart } from '@/shared/loading/lazyPart';
import { ComponentBoundary } from '@/shared/ui/states/ComponentBoundary';
import { messages } from './messages';
import type { AccessOf } from './RecordAccess';
import { LoadingOthers, LoadingRights } from './RightsSection';

const RecordRights = lazyPart(() => import('./RecordAccess'), {
  isLater: true,
  placeholder: LoadingOthers,
});

const UserRights = lazyPart(() => import('./UserAccess'), {
  isLater: true,
  placeholder: () => <LoadingRights title={messages.ofUser.title} height="14rem" />,
});

/** Who may do something with a company or project besides its moderators. It comes once the page itself is painted. */
export function RecordAccess(of: AccessOf) {
  return (
    <ComponentBoundary>
      <RecordRights key={of.id} {...of} />
    </ComponentBoundary>
  );
}

interface UserAccessProps {
  name: string;
  email: string;
  isDisabled: boolean;
}

/** What a user may do where. It comes once the page itself is painted. */
export function UserAccess(of: UserAccessProps) {
  return (
    <ComponentBoundary>
      <UserRights key={of.email} {...of} />
    </ComponentBoundary>
  );
}

/** What is done when a person leaves. */
export const LeavingUser = lazyPart(() => import('./LeavingUser'));
