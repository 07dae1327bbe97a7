import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { paths } from '@/paths';
import { isolate } from '@/shared/format/isolate';
import { Form } from '@/shared/forms/Form';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { useNavigateAfterSave } from '@/shared/useNavigateAfterSave';
import { CatalogueField } from './CatalogueField';
import type { Project } from './queries';
import { SubscriptionFields } from './SubscriptionFields';
import { blankSubscription, newSubscriptionRules, periodOf } from './subscriptionForm';

export function NewProjectSubscription({ project }: { project: Project }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const [blank] = useState(() => blankSubscription());
  const parent = paths.projects.details(project.id);

  async function attach(values: typeof blank) {
    const body = { ...values, ...periodOf(values), projectId: project.id };
    const { id, subscription } = await api.post('/project/subscription', { body });
    notify.success(`${isolate(subscription.name)} is added.`);
    await invalidate(client, 'projectSubscription', id);
    await navigateAfterSave(parent, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={newSubscriptionRules}
        defaultValues={blank}
        submitLabel="Add subscription"
        onSubmit={attach}
        actions={<ButtonLink to={parent}>Cancel</ButtonLink>}
      >
        <CatalogueField kind="subscription" name="subscriptionId" />
        <SubscriptionFields />
      </Form>
    </Card>
  );
}
