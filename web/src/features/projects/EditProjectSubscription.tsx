import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { paths } from '@/paths';
import { isolate } from '@/shared/format/isolate';
import { Form } from '@/shared/forms/Form';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { useNavigateAfterSave } from '@/shared/useNavigateAfterSave';
import type { ProjectSubscription } from './queries';
import { SubscriptionFields } from './SubscriptionFields';
import { periodOf, type SubscriptionValues, subscriptionRules, subscriptionValues } from './subscriptionForm';
import { useNewest } from './useNewest';

export function EditProjectSubscription({ subscription }: { subscription: ProjectSubscription }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const { id, projectId } = subscription;
  const details = paths.projects.subscription(projectId, id);

  const [stored, setRefusedBy] = useNewest(subscription);

  async function save(values: SubscriptionValues, version = subscription.version) {
    const body = { ...values, ...periodOf(values, stored), id, projectId, version };
    await api.put('/project/subscription', { body });
    notify.success(`${isolate(subscription.subscription.name)} is saved.`);
    await invalidate(client, 'projectSubscription', id);
    await navigateAfterSave(details, { replace: true });
  }

  function currentValues(current: unknown) {
    setRefusedBy(current as ProjectSubscription);
    return subscriptionValues(current as ProjectSubscription);
  }

  return (
    <Card>
      <Form
        rules={subscriptionRules}
        defaultValues={subscriptionValues(subscription)}
        editing={subscription}
        currentValues={currentValues}
        submitLabel="Save"
        onSubmit={save}
        actions={<ButtonLink to={details}>Cancel</ButtonLink>}
      >
        <SubscriptionFields />
      </Form>
    </Card>
  );
}
