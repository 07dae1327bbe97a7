import { useEffect, useEffectEvent, useState } from 'react';
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
    // A dialog is a question that wants its answer first; offline the page is out of reach.
    const isCovered = document.querySelector('dialog[open], [inert]') !== null;
    if (!isChord && (isCovered || !areLettersOn() || takesLetters(event.target))) return;
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
