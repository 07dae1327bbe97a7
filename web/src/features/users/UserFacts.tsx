import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { gender as genders, nameOf, disableReason as reasons, userStatus } from '@/api/enumerations';
import { paths } from '@/paths';
import { formatAddress } from '@/shared/format/address';
import { PhotoField } from '@/shared/forms/PhotoField';
import { Avatar } from '@/shared/ui/Avatar';
import { Columns, Section } from '@/shared/ui/Card';
import { DefinitionGrid } from '@/shared/ui/DefinitionGrid';
import { DateText } from '@/shared/ui/RelativeTime';
import { storeUser, type User } from './queries';

export function UserFacts({ user }: { user: User }) {
  const { email, firstName, lastName, phoneNumber, gender, isAdmin, status, disableReason, hasPassword, createdAt } =
    user;
  const address = user.address && formatAddress(user.address);
  return (
    <Columns>
      <Section title="Overview" picture={<UserPhoto user={user} />}>
        <DefinitionGrid
          facts={[
            { label: 'Email', value: <a href={`mailto:${email}`}>{email}</a>, copy: email, wide: true },
            { label: 'First Name', value: firstName },
            { label: 'Last Name', value: lastName },
            {
              label: 'Phone Number',
              value: phoneNumber && <a href={`tel:${phoneNumber.replaceAll(/[ -]/g, '')}`}>{phoneNumber}</a>,
              copy: phoneNumber,
            },
            { label: 'Gender', value: nameOf(genders, gender) },
            { label: 'Address', value: address, copy: address, wide: true },
          ]}
        />
        <Link to={paths.users.address(email)}>{address ? 'Edit address' : 'Add address'}</Link>
      </Section>
      <Section title="Access">
        <DefinitionGrid
          facts={[
            { label: 'Rights', value: isAdmin ? 'Administrator' : 'Ordinary user' },
            {
              label: 'Status',
              value:
                status === userStatus.Disabled
                  ? `Disabled: ${nameOf(reasons, disableReason)}`
                  : hasPassword
                    ? 'Enabled'
                    : 'Invited, no password set yet',
            },
            { label: 'Created', value: <DateText at={createdAt} /> },
          ]}
        />
      </Section>
    </Columns>
  );
}

function UserPhoto({ user: { email, displayName, photoUrl } }: { user: User }) {
  const client = useQueryClient();
  return (
    <PhotoField
      isSmall
      preview={<Avatar name={displayName} photoUrl={photoUrl} size={72} />}
      hasPhoto={photoUrl !== null}
      onUpload={async (file) =>
        storeUser(client, await api.put('/UserManagement/{email}/photo', { path: { email }, body: file }))
      }
      onRemove={async () => storeUser(client, await api.delete('/UserManagement/{email}/photo', { path: { email } }))}
    />
  );
}
