import { paths } from '@/paths';
import { Avatar } from '@/shared/ui/Avatar';
import { RecordCard } from '@/shared/ui/RecordCard';
import type { User } from './queries';
import { UserState } from './UserState';

export function UserCard({ user }: { user: User }) {
  const { email, displayName, phoneNumber, photoUrl } = user;
  return (
    <RecordCard
      to={paths.users.details(email)}
      name={displayName}
      picture={<Avatar name={displayName} photoUrl={photoUrl} />}
      state={<UserState user={user} />}
      facts={[email, phoneNumber ?? '-']}
    />
  );
}
