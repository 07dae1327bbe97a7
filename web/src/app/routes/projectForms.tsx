import { messages } from '@/features/moderators/messages';
import { NewModerator } from '@/features/moderators/NewModerator';
import { EditItemPage, NewItemPage } from '@/features/projects/items/forms';
import { projectProducts } from '@/features/projects/products/resource';
import { projects } from '@/features/projects/project/resource';
import { projectSubscriptions } from '@/features/projects/subscriptions/resource';
import { RecordPage } from '@/resource/RecordPage';

export const NewProjectProductPage = () => <NewItemPage items={projectProducts} />;
export const EditProjectProductPage = () => <EditItemPage items={projectProducts} />;
export const NewProjectSubscriptionPage = () => <NewItemPage items={projectSubscriptions} />;
export const EditProjectSubscriptionPage = () => <EditItemPage items={projectSubscriptions} />;

export function NewProjectModeratorPage() {
  return (
    <RecordPage resource={projects} title={messages.create} needs={({ access }) => access.manageModerators}>
      {(project) => <NewModerator of={{ kind: 'project', ...project }} />}
    </RecordPage>
  );
}
