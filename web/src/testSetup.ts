import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// The files share a thread, its window and the libraries in it. Each has the modules of the app to itself, an empty document and nothing stored.
vi.resetModules();
document.head.replaceChildren();
document.body.replaceChildren();
for (const element of [document.documentElement, document.body]) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
}
localStorage.clear();
sessionStorage.clear();

// A session that a file before this one began must not answer what other tabs store.
const listeners = new Set<EventListenerOrEventListenerObject>();
const { addEventListener } = window;
window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: unknown) => {
  if (type === 'storage') listeners.add(listener);
  addEventListener.call(window, type, listener, options as AddEventListenerOptions);
};
afterAll(() => {
  for (const listener of listeners) window.removeEventListener('storage', listener);
  window.addEventListener = addEventListener;
});

// Only a failure takes it: a machine that has much else to do needs more than the second that is usual.
const patience = 20_000;

configure({ asyncUtilTimeout: patience });
const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: patience });

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});
