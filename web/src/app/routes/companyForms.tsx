import { companies } from '@/features/companies/resource';
import { messages } from '@/features/moderators/messages';
import { NewModerator } from '@/features/moderators/NewModerator';
import { messages as projectMessages } from '@/features/projects/messages';
import { NewProject } from '@/features/projects/project/forms';
import { RecordPage } from '@/resource/RecordPage';

export function NewCompanyProjectPage() {
  return (
    <RecordPage resource={companies} title={projectMessages.create} needs={companies.mayEdit}>
      {({ id }) => <NewProject companyId={id} />}
    </RecordPage>
  );
}

export function NewCompanyModeratorPage() {
  return (
    <RecordPage resource={companies} title={messages.create} needs={({ access }) => access.manageModerators}>
      {(company) => <NewModerator of={{ kind: 'company', ...company }} />}
    </RecordPage>
  );
}

/** Empty by specification: the company's page shows everything about a moderator. */
export function CompanyModeratorPage() {
  return (
    <RecordPage resource={companies} title={messages.moderator}>
      {() => null}
    </RecordPage>
  );
}
