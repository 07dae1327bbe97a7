import { CompanyPage, companyTrail } from '@/features/companies/CompanyPage';
import { NewModerator } from '@/features/moderators/NewModerator';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <CompanyPage needs="manageModerators">
      {(company) => (
        <>
          <PageHeader title="New moderator" trail={companyTrail(company)} />
          <NewModerator of={{ kind: 'company', ...company }} />
        </>
      )}
    </CompanyPage>
  );
}
