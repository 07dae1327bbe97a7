import { Component, type ReactNode } from 'react';
import styles from './ErrorState.module.css';

/** Keeps a defect in one part of a page from taking the rest with it. */
export class ComponentBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <p className={styles.error} role="alert">
        failed loading this component.
      </p>
    );
  }
}
