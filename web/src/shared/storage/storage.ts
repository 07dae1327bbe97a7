type Storage = 'localStorage' | 'sessionStorage';

/** Browsers that block storage throw on every access: what would be stored is then kept until the page is left. */
const unstored = new Map<string, string | null>();

export function readStored(storage: Storage, key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

export function writeStored(storage: Storage, key: string, value: string | null): void {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, value);
  } catch {
    unstored.set(key, value);
  }
}
