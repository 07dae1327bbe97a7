import { Component, type ReactNode } from 'react';
import { failedComponent } from '@/shared/loading/loadWithTimeout';
import { common } from '@/shared/messages';
import { ErrorState } from './ErrorState';

/** Keeps a defect in one part of a page from taking the rest with it. */
export class ComponentBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        message={failedComponent}
        label={common.tryAgain}
        busy={false}
        onRefresh={() => this.setState({ failed: false })}
      />
    );
  }
}
