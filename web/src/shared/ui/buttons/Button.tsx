import { Trash2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { common } from '@/shared/messages';
import { cx } from '@/shared/ui/cx';
import styles from './Button.module.css';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Common {
  variant?: Variant;
  icon?: ReactNode;
  children: ReactNode;
}

type ButtonProps = Common &
  Omit<ComponentProps<'button'>, keyof Common> & {
    /** Shows progress in place of the content; the width stays. Clicks do nothing meanwhile. */
    busy?: boolean;
  };

export function Button({
  variant = 'secondary',
  icon,
  busy = false,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      // Not `disabled`: that would drop the focus to the body while the work runs.
      aria-disabled={busy || undefined}
      {...rest}
      className={cx(styles.button, styles[variant], busy && styles.busy, className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles.content}>
        {icon}
        {children}
      </span>
      {busy && <span className={styles.progress} role="progressbar" aria-label={common.inProgress} />}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function ButtonLink({ variant = 'secondary', icon, children, className, ...rest }: Common & LinkProps) {
  return (
    <Link {...rest} className={cx(styles.button, styles[variant], className)}>
      <span className={styles.content}>
        {icon}
        {children}
      </span>
    </Link>
  );
}

/** At the end of a page's actions; it asks before it does anything. */
export function DeleteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" icon={<Trash2 aria-hidden />} data-icon-on-phone onClick={onClick}>
      {common.delete}
    </Button>
  );
}
