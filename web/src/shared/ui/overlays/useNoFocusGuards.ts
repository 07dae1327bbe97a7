import { type RefObject, useEffect } from 'react';

/**
 * The library surrounds a popup with elements that lead the focus past it, and that can be focused although screen readers
 * do not see them. The popup stands right behind its button, so that Tab finds its way alone.
 */
export function useNoFocusGuards(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const observer = new MutationObserver(() => {
      const guards = element.querySelectorAll<HTMLElement>('[data-base-ui-focus-guard]');
      for (const guard of guards) guard.tabIndex = -1;
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [root]);
}
