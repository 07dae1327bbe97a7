import { X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { IconButton } from '@/shared/ui/IconButton';
import styles from './Drawer.module.css';
import { SideNav } from './SideNav';

/** The side navigation on a narrow screen, open as long as it is rendered. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for the backdrop is Escape, which comes as a cancel event
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label="Navigation"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.body}>
        <SideNav collapsed={false} />
        <IconButton className={styles.close} label="Close navigation" icon={<X />} onClick={onClose} />
      </div>
    </dialog>
  );
}
