import { useEffect, useEffectEvent, useState } from 'react';
import { readStored, writeStored } from '@/shared/storage/storage';
import { topDialog } from '@/shared/ui/overlays/Modal';
import { createMatcher, strokeOf, takesLetters } from './keys';
import type { Command } from './registry';

/** Runs a command when its keys are pressed. */
export function useShortcuts(commandsNow: () => Command[], run: (command: Command) => void): void {
  const [match] = useState(createMatcher);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const stroke = strokeOf(event);
    if (stroke === undefined || event.repeat || event.isComposing || event.defaultPrevented) return;
    const isChord = stroke.startsWith('Mod+');
    // A dialog is a question that wants its answer first; all it may have for the keys is a form to save.
    const dialog = topDialog();
    if (isChord ? dialog && !dialog.querySelector('form') : dialog || !areLettersOn() || takesLetters(event.target)) {
      return;
    }
    const command = match(commandsNow(), stroke, event.timeStamp);
    if (!command) return;
    event.preventDefault();
    run(command);
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

const lettersKey = 'shortcuts';

/** Shortcuts of plain letters can be switched off: voice control and shaky hands press them by accident (WCAG 2.1.4). */
function areLettersOn(): boolean {
  return readStored('localStorage', lettersKey) !== 'off';
}

export function useLettersOn(): [boolean, (on: boolean) => void] {
  const [isOn, setOn] = useState(areLettersOn);
  return [
    isOn,
    (on) => {
      writeStored('localStorage', lettersKey, on ? null : 'off');
      setOn(on);
    },
  ];
}
