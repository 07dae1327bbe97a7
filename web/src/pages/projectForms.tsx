import { messages } from '@/features/moderators/messages';
import { NewModerator, ofModerators } from '@/features/moderators/NewModerator';
import { projects } from '@/records/project/resource';
import { EditItemPage, NewItemPage } from '@/records/projectItem/forms';
import { projectProducts } from '@/records/projectProduct/resource';
import { periodControls } from '@/records/projectSubscription/PeriodFields';
import { projectSubscriptions } from '@/records/projectSubscription/resource';
import { RecordPage } from '@/resource/RecordPage';

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
