import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '@/shared/ui/cx';
import styles from './Menu.module.css';
import { MenuButton, type MenuLook } from './MenuButton';
import { useNoFocusGuards } from './useNoFocusGuards';

export interface MenuItem {
  label: string;
  icon: ReactNode;
  onSelect: () => void;
  danger?: boolean;
}

export interface MenuProps {
  items: MenuItem[];
  /** What its button shows. */
  button: MenuLook;
}

/** Its button was pressed before it was loaded: it is pressed again. */
export default function LoadedMenu({ items, button }: MenuProps) {
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useNoFocusGuards(root);
  useEffect(() => {
    trigger.current?.focus();
    trigger.current?.click();
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices when the focus leaves
    <div
      ref={root}
      className={styles.root}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Menu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
        <Menu.Trigger ref={trigger} render={<MenuButton {...button} />} />
        {/* Inside of the page's landmark, for those who go from one to the next. */}
        <Menu.Portal container={root}>
          <Menu.Positioner positionMethod="fixed" align="end" sideOffset={4} className={styles.positioner}>
            <Menu.Popup className={styles.list}>
              {items.map(({ label, icon, onSelect, danger }) => (
                <Menu.Item key={label} className={cx(styles.item, danger && styles.danger)} onClick={onSelect}>
                  {icon}
                  {label}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
