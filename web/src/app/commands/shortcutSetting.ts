import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '@/shared/storage';

const key = 'shortcuts';
const listeners = new Set<() => void>();

/** Shortcuts of plain letters can be switched off: voice control and shaky hands press them by accident (WCAG 2.1.4). */
export function areLettersOn(): boolean {
  return readStored('localStorage', key) !== 'off';
}

export function useLettersOn(): [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, areLettersOn), setLettersOn];
}

function setLettersOn(on: boolean): void {
  writeStored('localStorage', key, on ? null : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
