import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '@/shared/ui/cx';
import { Tooltip } from '@/shared/ui/overlays/Tooltip';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its name, for screen readers and as tooltip. */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    // What it has opened bears the name as well, and would be covered.
    <Tooltip text={label} off={String(rest['aria-expanded']) === 'true'}>
      <button type="button" {...rest} aria-label={label} className={cx(styles.button, className)}>
        {icon}
      </button>
    </Tooltip>
  );
}

interface IconLinkProps {
  to: string;
  /** Its name, for screen readers and as tooltip. */
  label: string;
  icon: ReactNode;
  /** A mark on the icon, and its words for screen readers. */
  children?: ReactNode;
}

export function IconLink({ to, label, icon, children }: IconLinkProps) {
  return (
    <Tooltip text={label}>
      <Link to={to} className={cx(styles.button, styles.link)}>
        {icon}
        <VisuallyHidden>{label}</VisuallyHidden>
        <span className={styles.mark}>{children}</span>
      </Link>
    </Tooltip>
  );
}
