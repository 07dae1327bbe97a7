import type { ComponentProps, ReactNode } from 'react';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import styles from './Menu.module.css';

export interface MenuLook {
  label: string;
  icon: ReactNode;
  /** Whether its name is written beside the icon, except on a phone. */
  isWritten?: boolean;
}

type MenuButtonProps = MenuLook & Omit<ComponentProps<'button'>, 'children'>;

/** What opens a menu. */
export function MenuButton({ isWritten = false, ...rest }: MenuButtonProps) {
  if (!isWritten) return <IconButton {...rest} />;
  const { label, ...button } = rest;
  return (
    <Button {...button} className={styles.written}>
      {label}
    </Button>
  );
}
