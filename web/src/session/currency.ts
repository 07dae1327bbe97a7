import { readStored, writeStored } from '@/shared/storage';

const key = 'cur';

/** US dollars are the only currency so far; the choice is stored for the day there are more. */
export const currency = 'USD';

export function storeCurrency(): void {
  if (readStored('localStorage', key) !== currency) writeStored('localStorage', key, currency);
}
