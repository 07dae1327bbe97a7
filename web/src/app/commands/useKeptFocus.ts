import { useEffect } from 'react';

/**
 * What has the focus may vanish with its work: a Restore button, or what opened the dialog that was answered. The
 * keyboard then goes on in the page, and does not start again before the navigation.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last = document.activeElement;
    const follow = () => {
      last = document.activeElement;
    };
    const keep = () => {
      if (last?.isConnected !== false || document.activeElement !== document.body) return;
      last = null;
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(keep);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', follow);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', follow);
    };
  }, []);
}
