import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage';

export type Theme = 'system' | 'light' | 'dark';

const key = 'theme';
const listeners = new Set<() => void>();

/** To be called before the first render, so that the page is not drawn twice. */
export function applyStoredTheme(): void {
  apply(storedTheme());
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, storedTheme), chooseTheme];
}

export function chooseTheme(theme: Theme): void {
  writeStored('localStorage', key, theme);
  apply(theme);
  for (const listener of listeners) listener();
}

function storedTheme(): Theme {
  const stored = readStored('localStorage', key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Without the attribute the colours follow the system's own scheme (tokens.css). */
function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
