import { X } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { common } from '@/shared/messages';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Modal } from './Modal';
import styles from './Panel.module.css';

interface PanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** What needs more room than a question, such as a preview with rows: at the side of the page, on a phone from below. */
export function Panel({ title, onClose, children }: PanelProps) {
  const titleId = useId();
  return (
    <Modal className={styles.panel} label={{ id: titleId }} onClose={onClose}>
      <div className={styles.frame}>
        <header className={styles.header}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={common.close} icon={<X aria-hidden />} onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
      </div>
    </Modal>
  );
}

/** The buttons of a panel, which stay in sight. */
export function PanelActions({ children, ref }: { children: ReactNode; ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className={styles.actions}>
      {children}
    </div>
  );
}
