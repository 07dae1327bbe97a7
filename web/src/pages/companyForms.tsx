import { messages } from '@/features/moderators/messages';
import { NewModerator, ofModerators } from '@/features/moderators/NewModerator';
import { companies } from '@/records/company/resource';
import { NewProject } from '@/records/project/forms';
import { messages as projectMessages } from '@/records/project/messages';
import { RecordPage } from '@/resource/RecordPage';

export function NewCompanyProjectPage() {
  return (
    <RecordPage
      resource={companies}
      title={projectMessages.create}
      needs={companies.mayEdit}
      roles={companies.needs?.edit}
    >
      {({ id }) => <NewProject companyId={id} />}
    </RecordPage>
  );
}

export function NewCompanyModeratorPage() {
  return (
    <RecordPage resource={companies} title={messages.create} {...ofModerators}>
      {(company) => <NewModerator of={{ kind: 'company', ...company }} />}
    </RecordPage>
  );
}

/** Empty by specification: the company's page shows everything about a moderator. */
export function CompanyModeratorPage() {
  return (
    <RecordPage resource={companies} title={messages.moderator} isForm={false}>
      {() => null}
    </RecordPage>
  );
}
