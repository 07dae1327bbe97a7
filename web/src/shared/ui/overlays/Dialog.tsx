import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { ApiError, failureText, isToldByApp } from '@/api/errors';
import { common } from '@/shared/messages';
import { Button } from '@/shared/ui/buttons/Button';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
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

interface Question {
  title: string;
  message: ReactNode;
  /** The verb of what will be done. */
  verb: string;
  danger?: boolean;
}

type State = 'processing' | 'done' | 'faulted';

interface ConfirmDialogProps extends Question {
  state?: State | undefined;
  /** Why it failed. */
  reason?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something is done. What is being done can not be canceled any more. */
export function ConfirmDialog({ title, message, verb, danger, ...rest }: ConfirmDialogProps) {
  const { state, reason, onConfirm, onCancel } = rest;
  const isProcessing = state === 'processing';
  const cancel = isProcessing ? () => {} : onCancel;
  return (
    <Dialog title={title} onClose={cancel}>
      <div className={styles.message}>{message}</div>
      <p className={styles.state} role="status" data-state={state}>
        {state === 'faulted' && (
          <>
            {reason && <span>{reason}</span>}
            {common.dialogFailed}
          </>
        )}
        {isProcessing && <VisuallyHidden>{common.processing}</VisuallyHidden>}
      </p>
      <div className={styles.actions}>
        <Button aria-disabled={isProcessing || undefined} onClick={cancel}>
          {common.cancel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={isProcessing} onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}

const states = { idle: undefined, 'in progress': 'processing', success: 'done', faulted: 'faulted' } as const;

interface ActionDialogProps extends Question {
  /** As useAction gives it. */
  action: { status: keyof typeof states; error: unknown; run: () => Promise<unknown> };
  onClose: () => void;
}

/** Asks, does it, and closes when it is done; what failed can be tried again. */
export function ActionDialog({ action, onClose, ...question }: ActionDialogProps) {
  // The action may have run before, for an earlier dialog: that is over.
  const [isConfirmed, setConfirmed] = useState(false);
  const state = isConfirmed ? states[action.status] : undefined;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (state === 'done') close();
  }, [state]);

  return (
    <ConfirmDialog
      {...question}
      state={state}
      reason={reasonOf(action.error)}
      onConfirm={() => {
        setConfirmed(true);
        void action.run();
      }}
      onCancel={onClose}
    />
  );
}

/** The question itself tells of a conflict. */
function reasonOf(error: unknown): string | undefined {
  const isNews = error instanceof ApiError && !isToldByApp(error) && error.status !== 409;
  return isNews ? failureText(error) : undefined;
}
