export { EditProductPage, NewProductPage, NewSubscriptionPage } from '@/features/catalogue/forms';
export { CompanyAddressPage, EditCompanyPage, NewCompanyPage } from '@/features/companies/forms';
export { EditProjectPage, NewProjectPage } from '@/features/projects/project/forms';
export { EditUserPage, NewUserPage, UserAddressPage } from '@/features/users/forms';

import { rolesByRight } from '@/api/roles.gen';
import { companies } from '@/features/companies/resource';
import { messages } from '@/features/moderators/messages';
import { NewModerator } from '@/features/moderators/NewModerator';
import { EditItemPage, NewItemPage } from '@/features/projects/items/forms';
import { messages as projectMessages } from '@/features/projects/messages';
import { projectProducts } from '@/features/projects/products/resource';
import { NewProject } from '@/features/projects/project/forms';
import { projects } from '@/features/projects/project/resource';
import { periodControls } from '@/features/projects/subscriptions/PeriodFields';
import { projectSubscriptions } from '@/features/projects/subscriptions/resource';
import { RecordPage } from '@/resource/RecordPage';

/** What a page that adds a moderator needs. */
const ofModerators = {
  needs: ({ access }: { access: { manageModerators: boolean } }) => access.manageModerators,
  roles: rolesByRight.manageModerators,
};

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

export const NewProjectProductPage = () => <NewItemPage items={projectProducts} />;
export const EditProjectProductPage = () => <EditItemPage items={projectProducts} />;
export const NewProjectSubscriptionPage = () => <NewItemPage items={projectSubscriptions} controls={periodControls} />;
export const EditProjectSubscriptionPage = () => (
  <EditItemPage items={projectSubscriptions} controls={periodControls} />
);

export function NewProjectModeratorPage() {
  return (
    <RecordPage resource={projects} title={messages.create} {...ofModerators}>
      {(project) => <NewModerator of={{ kind: 'project', ...project }} />}
    </RecordPage>
  );
}
