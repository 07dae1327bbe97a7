import { Plus } from 'lucide-react';
import { CompanyList } from '@/features/companies/CompanyList';
import { ExportCompanies } from '@/features/companies/ExportCompanies';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { ButtonLink } from '@/shared/ui/Button';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  const { isAdmin } = useAccount();
  return (
    <>
      <PageHeader
        title="Companies"
        actions={
          <>
            <ExportCompanies />
            {isAdmin && (
              <ButtonLink look="primary" to={paths.companies.create()} icon={<Plus aria-hidden />}>
                Add New
              </ButtonLink>
            )}
          </>
        }
      />
      <CompanyList />
    </>
  );
}
