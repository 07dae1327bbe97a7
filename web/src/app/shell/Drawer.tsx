import { X } from 'lucide-react';
import { IconButton } from '@/shared/ui/IconButton';
import { Modal } from '@/shared/ui/Modal';
import styles from './Drawer.module.css';
import { messages } from './messages';
import { SideNav } from './SideNav';

/** The side navigation on a narrow screen. Loaded when it is first opened, hence a default export. */
export default function Drawer({ onClose }: { onClose: () => void }) {
  return (
    <Modal className={styles.drawer} label={{ text: messages.navigation }} onClose={onClose}>
      <div className={styles.body}>
        <SideNav collapsed={false} />
        <IconButton className={styles.close} label={messages.closeNavigation} icon={<X />} onClick={onClose} />
      </div>
    </Modal>
  );
}
