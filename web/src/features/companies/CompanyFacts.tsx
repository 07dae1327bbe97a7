import { useQueryClient } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { paths } from '@/paths';
import { formatAddress } from '@/shared/format/address';
import { PhotoField } from '@/shared/forms/PhotoField';
import { Avatar } from '@/shared/ui/Avatar';
import { Section } from '@/shared/ui/Card';
import { DefinitionGrid } from '@/shared/ui/DefinitionGrid';
import { DateText } from '@/shared/ui/RelativeTime';
import { type Company, storeCompany } from './queries';

export function CompanyFacts({ company }: { company: Company }) {
  const { id, supportEmail, supportPhone, details, headAddress, createdAt, access } = company;
  const address = headAddress && formatAddress(headAddress);
  return (
    <Section title="Overview">
      <CompanyPhoto company={company} />
      <DefinitionGrid
        facts={[
          {
            label: 'Support Email',
            value: supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>,
            copy: supportEmail,
            wide: true,
          },
          {
            label: 'Support Phone',
            value: supportPhone && <a href={`tel:${supportPhone.replaceAll(/[ -]/g, '')}`}>{supportPhone}</a>,
            copy: supportPhone,
          },
          { label: 'Created', value: <DateText at={createdAt} /> },
          { label: 'Details', value: details, copy: details, wide: true },
          { label: 'Head Address', value: address, copy: address, wide: true },
        ]}
      />
      {access.edit && <Link to={paths.companies.address(id)}>{address ? 'Edit address' : 'Add address'}</Link>}
    </Section>
  );
}

function CompanyPhoto({ company: { id, name, photoUrl, access } }: { company: Company }) {
  const client = useQueryClient();
  const photo = <Avatar name={name} photoUrl={photoUrl} size={72} square fallback={<Building2 />} />;
  if (!access.edit) return photo;
  return (
    <PhotoField
      preview={photo}
      hasPhoto={photoUrl !== null}
      onUpload={async (file) =>
        storeCompany(client, await api.put('/company/{id}/photo', { path: { id }, body: file }))
      }
      onRemove={async () => storeCompany(client, await api.delete('/company/{id}/photo', { path: { id } }))}
    />
  );
}
