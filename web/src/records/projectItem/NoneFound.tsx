import { Link } from 'react-router';
import { paths } from '@/paths';
import type { CatalogueKind } from '@/records/catalogue/record';
import { useAccount } from '@/session/useAccount';
import { messages } from './noneFoundMessages';

/** How what a catalogue lacks comes into it. Loaded when something is not found, hence a default export. */
export default function NoneFound({ catalogue }: { catalogue: CatalogueKind }) {
  const { isAdmin } = useAccount();
  return isAdmin ? <Link to={paths[`${catalogue}s`].create()}>{messages.add[catalogue]}</Link> : messages.adminsAdd;
}
