import { EllipsisVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx';
import { IconButton } from './IconButton';
import styles from './Menu.module.css';

export interface MenuItem {
  label: string;
  icon: ReactNode;
  onSelect: () => void;
  danger?: boolean;
}

/** Actions that are too rare or too final for a button of their own. Arrow keys move, Escape closes. */
export function Menu({ label, items }: { label: string; items: MenuItem[] }) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();

  useEffect(() => {
    if (open) list.current?.querySelector('button')?.focus();
  }, [open]);

  function close() {
    setOpen(false);
    trigger.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const buttons = Array.from(list.current?.querySelectorAll('button') ?? []);
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      buttons.at(target % buttons.length)?.focus();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices when the focus leaves
    <div
      className={styles.root}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <IconButton
        ref={trigger}
        label={label}
        icon={<EllipsisVertical />}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div
          ref={list}
          id={listId}
          className={styles.list}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
        >
          {items.map(({ label: text, icon, onSelect, danger }) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={cx(danger && styles.danger)}
              onClick={() => {
                // The trigger takes the focus first, so that a dialog gives it back to something that is still there.
                close();
                onSelect();
              }}
            >
              {icon}
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
