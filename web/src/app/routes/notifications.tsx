import { NotificationTable } from '@/features/notifications/NotificationTable';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <>
      <PageHeader title="Notifications" />
      <NotificationTable />
    </>
  );
}
