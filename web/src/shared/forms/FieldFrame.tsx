import type { ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden';
import styles from './Form.module.css';
import { messages } from './messages';

export type FieldWidth = 'short' | 'medium' | 'full';

interface FieldFrameProps {
  id: string;
  noteId: string;
  label: string;
  required: boolean;
  error: string | undefined;
  help?: ReactNode;
  width?: FieldWidth | undefined;
  children: ReactNode;
}

/** A label above, a control, and below it the help, or the error in its place. */
export function FieldFrame({ id, noteId, label, required, error, help, width = 'full', children }: FieldFrameProps) {
  return (
    <div className={cx(styles.field, styles[width], error !== undefined && styles.invalid)}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && (
          <>
            <span aria-hidden className={styles.asterisk}>
              {' '}
              *
            </span>
            <VisuallyHidden>{messages.required}</VisuallyHidden>
          </>
        )}
      </label>
      {children}
      <p id={noteId} className={error === undefined ? styles.help : styles.error} aria-live="polite">
        {error ?? help}
      </p>
    </div>
  );
}
