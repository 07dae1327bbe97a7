import { users } from '@/records/user/resource';
import { ListPage } from '@/resource/ListPage';

/** Reads nothing first: others than administrators may not read users. */
export const UsersPage = () => <ListPage resource={users} />;
