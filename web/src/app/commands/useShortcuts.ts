import { useEffect, useEffectEvent, useState } from 'react';
import { topDialog } from '@/shared/ui/openDialogs';
import { createMatcher, strokeOf, takesLetters } from './keys';
import type { Command } from './registry';
import { areLettersOn } from './shortcutSetting';

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
