import { useQuery } from '@tanstack/react-query';
import { newNotificationCountQuery } from '@/features/notifications/queries';
import { cx } from '@/shared/ui/cx';
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden';
import { messages } from './messages';
import styles from './SideNav.module.css';

/** Shows that there is something new, or that nobody knows; screen readers hear how much. */
export function NotificationDot() {
  const { data: count = 0, isLoadingError } = useQuery(newNotificationCountQuery);
  if (isLoadingError) {
    return (
      <>
        <span className={cx(styles.dot, styles.unknown)} aria-hidden />
        <VisuallyHidden>{messages.newOnesUnknown}</VisuallyHidden>
      </>
    );
  }
  if (count === 0) return null;
  return (
    <>
      <span className={styles.dot} aria-hidden />
      <VisuallyHidden>{messages.newOnes(count)}</VisuallyHidden>
    </>
  );
}
