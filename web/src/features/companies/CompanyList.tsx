import { Building2 } from 'lucide-react';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { sortOptions } from '@/shared/list/listFilter';
import { RecordList } from '@/shared/list/RecordList';
import { RemovedChips } from '@/shared/list/RemovedChips';
import { ButtonLink } from '@/shared/ui/Button';
import { EmptyState } from '@/shared/ui/EmptyState';
import { CompanyCard } from './CompanyCard';
import { companyPages } from './queries';
import { useCompanyFilter } from './useCompanyFilter';

export function CompanyList() {
  const filter = useCompanyFilter();
  return (
    <RecordList
      noun={{ one: 'company', many: 'companies' }}
      pages={companyPages(filter)}
      sorts={sortOptions}
      filters={<RemovedChips />}
      filterNames={['removed']}
      isNarrowed={filter.Removed !== 'include'}
      empty={<NoCompanies />}
    >
      {(company) => <CompanyCard company={company} />}
    </RecordList>
  );
}

function NoCompanies() {
  const { isAdmin } = useAccount();
  return isAdmin ? (
    <EmptyState
      icon={<Building2 />}
      title="No companies yet"
      text="The companies you work for, with their moderators and projects, are kept here."
      action={
        <ButtonLink look="primary" to={paths.companies.create()}>
          Add New
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState
      icon={<Building2 />}
      title="No company you may see"
      text="You are not a moderator of any company. An administrator or an owner can add you."
    />
  );
}
