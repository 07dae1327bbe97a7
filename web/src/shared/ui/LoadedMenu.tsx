import { Menu } from '@base-ui/react/menu';
import { useRef, useState } from 'react';
import { cx } from './cx';
import { IconButton } from './IconButton';
import { type MenuProps, menuButton } from './Menu';
import styles from './Menu.module.css';
import { useNoFocusGuards } from './useNoFocusGuards';

export default function LoadedMenu({ items, button = menuButton }: MenuProps) {
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useNoFocusGuards(root);
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
        <Menu.Trigger render={<IconButton {...button} />} />
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
