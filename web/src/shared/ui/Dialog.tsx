import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './Button';
import styles from './Dialog.module.css';

interface DialogProps {
  title: string;
  /** Escape and a click on the backdrop ask for this too. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal question, open as long as it is rendered. The browser's own dialog element keeps the focus inside, gives it
 * back afterwards and stays where it is in the page, inside its landmark.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect: closing must come before the element leaves the page, or the focus is lost with it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for the backdrop is Escape, which comes as a cancel event
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.body}>
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </dialog>
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
