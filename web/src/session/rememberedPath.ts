import { isAppPath } from '@/paths';
import { readStored, writeStored } from '@/shared/storage';

const key = 'btracker.remembered-path';

/** Keeps where the user wanted to go until they have signed in; it survives a reload of the login page. */
export function rememberPath(path: string): void {
  const [pathname = ''] = path.split(/[?#]/);
  if (isAppPath(pathname)) writeStored('sessionStorage', key, path);
}

export function rememberedPath(): string | null {
  return readStored('sessionStorage', key);
}

export function forgetPath(): void {
  writeStored('sessionStorage', key, null);
}
