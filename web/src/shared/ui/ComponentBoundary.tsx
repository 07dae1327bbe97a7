import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import styles from './ErrorState.module.css';

/** Keeps a defect in one part of a page from taking the rest with it. */
export function ComponentBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={<ComponentFailure />}>{children}</ErrorBoundary>;
}

export function ComponentFailure() {
  return (
    <p className={styles.error} role="alert">
      failed loading this component.
    </p>
  );
}
