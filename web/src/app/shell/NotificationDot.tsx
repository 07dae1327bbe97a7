import { useQuery } from '@tanstack/react-query';
import { newNotificationCountQuery } from '@/features/notifications/queries';
import { counted } from '@/shared/format/number';
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden';
import styles from './SideNav.module.css';

/** Shows that there is something new; screen readers hear how much. */
export function NotificationDot() {
  const { data: count = 0 } = useQuery(newNotificationCountQuery);
  if (count === 0) return null;
  return (
    <>
      <span className={styles.dot} aria-hidden />
      <VisuallyHidden>, {counted(count, 'new notification', 'new notifications')}</VisuallyHidden>
    </>
  );
}
