import { useQuery } from '@tanstack/react-query';
import { newNotificationCountQuery } from '@/features/notifications/queries';
import { counted } from '@/shared/format/number';
import { cx } from '@/shared/ui/cx';
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden';
import styles from './SideNav.module.css';

/** Shows that there is something new, or that nobody knows; screen readers hear how much. */
export function NotificationDot() {
  const { data: count = 0, isLoadingError } = useQuery(newNotificationCountQuery);
  if (isLoadingError) {
    return (
      <>
        <span className={cx(styles.dot, styles.unknown)} aria-hidden />
        <VisuallyHidden>, new ones could not be counted</VisuallyHidden>
      </>
    );
  }
  if (count === 0) return null;
  return (
    <>
      <span className={styles.dot} aria-hidden />
      <VisuallyHidden>, {counted(count, 'new notification', 'new notifications')}</VisuallyHidden>
    </>
  );
}
