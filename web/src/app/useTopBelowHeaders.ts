import { useLayoutEffect } from 'react';

/** Set on headers whose buttons stay in reach while something floats above the page. */
const headers = '[data-keep-clear]';
const gap = 8;

/** Keeps an element at the edge of the screen below the headers that are in sight, wherever the page is scrolled to. */
export function useTopBelowHeaders(element: HTMLElement, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    const place = () => {
      const bottoms = Array.from(document.querySelectorAll(headers), (header) => header.getBoundingClientRect().bottom);
      // A header with the longest of names must not push it off a small screen.
      const top = Math.min(Math.max(gap, ...bottoms) + gap, window.innerHeight / 2);
      element.style.setProperty('top', `${top}px`);
    };
    place();
    // Another page, or what it was waiting for, comes with another header.
    const observer = new MutationObserver(place);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, [element, isShown]);
}
