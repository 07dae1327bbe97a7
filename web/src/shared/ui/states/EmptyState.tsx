import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  /** What belongs here. */
  title: string;
  /** Why there is nothing. */
  text?: ReactNode;
  /** A button; beside it perhaps another way to the same. */
  action?: ReactNode;
  /** One line, where what adds the first one stands right above. */
  isLine?: boolean;
}

export function EmptyState({ icon, title, text, action, isLine = false }: EmptyStateProps) {
  if (isLine) {
    return (
      <p className={styles.line}>
        <strong>{title}</strong> {text}
      </p>
    );
  }
  return (
    <div className={styles.empty}>
      {icon && (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
