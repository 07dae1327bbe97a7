import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';
import styles from './IconButton.module.css';
import { Tooltip } from './Tooltip';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its name, for screen readers and as tooltip. */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button type="button" {...rest} aria-label={label} className={cx(styles.button, className)}>
        {icon}
      </button>
    </Tooltip>
  );
}
