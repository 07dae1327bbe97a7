import { readStored, writeStored } from '@/shared/storage/storage';
import { createStore } from '@/shared/storage/store';

export type Theme = 'system' | 'light' | 'dark';

const key = 'theme';
const chosen = createStore(storedTheme());

/** To be called before the first render, so that the page is not drawn twice. */
export function applyStoredTheme(): void {
  apply(chosen.get());
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [chosen.use(), chooseTheme];
}

export function chooseTheme(theme: Theme): void {
  writeStored('localStorage', key, theme);
  apply(theme);
  chosen.set(theme);
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
