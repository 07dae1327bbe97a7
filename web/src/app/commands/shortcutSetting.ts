import { useState } from 'react';
import { readStored, writeStored } from '@/shared/storage';

const key = 'shortcuts';

/** Shortcuts of plain letters can be switched off: voice control and shaky hands press them by accident (WCAG 2.1.4). */
export function areLettersOn(): boolean {
  return readStored('localStorage', key) !== 'off';
}

export function useLettersOn(): [boolean, (on: boolean) => void] {
  const [isOn, setOn] = useState(areLettersOn);
  return [
    isOn,
    (on) => {
      writeStored('localStorage', key, on ? null : 'off');
      setOn(on);
    },
  ];
}
