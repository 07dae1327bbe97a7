import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/paths';
import { CommandLink } from '@/shared/commands';
import { isolate } from '@/shared/format/isolate';
import { DeleteButton } from '@/shared/ui/DeleteButton';
import { ActionDialog } from '@/shared/ui/Dialog';
import type { Company } from './queries';
import { useCompanyRemoval } from './removal';

/** What the user may do with a company as a whole. */
export function CompanyActions({ company }: { company: Company }) {
  const [asking, setAsking] = useState(false);
  const { removal } = useCompanyRemoval(company);
  return (
    <>
      {company.access.edit && (
        <CommandLink command="edit" to={paths.companies.edit(company.id)} icon={<Pencil aria-hidden />}>
          Edit
        </CommandLink>
      )}
      {company.access.remove && !company.isRemoved && <DeleteButton onClick={() => setAsking(true)} />}
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
