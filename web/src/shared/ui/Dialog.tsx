import { type ReactNode, useId } from 'react';
import { Button } from './Button';
import styles from './Dialog.module.css';
import { Modal } from './Modal';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal question. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const titleId = useId();
  return (
    <Modal className={styles.dialog} label={{ id: titleId }} onClose={onClose}>
      <div className={styles.body}>
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </Modal>
  );
}

interface ConfirmDialogProps {
  title: string;
  message: ReactNode;
  /** The verb of what will be done. */
  verb: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog({ title, message, verb, danger, busy, onConfirm, onCancel }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onCancel}>
      <div className={styles.message}>{message}</div>
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look={danger ? 'danger' : 'primary'} busy={busy ?? false} onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}
