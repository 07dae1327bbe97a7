/** Browsers that block storage throw on every access; the app then works until the page is left. */
export function readStored(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(storage: 'localStorage' | 'sessionStorage', key: string, value: string | null): void {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, value);
  } catch {
    // Blocked or full: nothing to be done about it here.
  }
}
