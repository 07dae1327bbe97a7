import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/paths';
import { isolate } from '@/shared/format/isolate';
import { ButtonLink } from '@/shared/ui/Button';
import { ActionDialog } from '@/shared/ui/Dialog';
import { Menu } from '@/shared/ui/Menu';
import type { Company } from './queries';
import { useCompanyRemoval } from './removal';

/** What the user may do with a company as a whole; the final things apart, in a menu. */
export function CompanyActions({ company }: { company: Company }) {
  const [asking, setAsking] = useState(false);
  const { removal } = useCompanyRemoval(company);
  return (
    <>
      {company.access.edit && (
        <ButtonLink to={paths.companies.edit(company.id)} icon={<Pencil aria-hidden />}>
          Edit
        </ButtonLink>
      )}
      {company.access.remove && !company.isRemoved && (
        <Menu
          label="More actions"
          items={[{ label: 'Delete', icon: <Trash2 aria-hidden />, danger: true, onSelect: () => setAsking(true) }]}
        />
      )}
      {asking && (
        <ActionDialog
          title={`Removing Company: ${isolate(company.name)}`}
          message={
            <>
              <p>Are you sure you want to remove this company?</p>
              {company.projects.length > 0 && <p>It has projects: it stays, pending, until they are removed.</p>}
            </>
          }
          verb="Delete"
          danger
          action={removal}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
