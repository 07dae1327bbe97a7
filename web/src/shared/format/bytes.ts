import { formatTenth } from './number';

const units = ['B', 'kB', 'MB', 'GB'];

/** 3.4 MB: multiples of 1024, as limits are set. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const value = bytes / 1024 ** step;
  return `${formatTenth(step < 2 ? Math.round(value) : value)} ${units[step]}`;
}
