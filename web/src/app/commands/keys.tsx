import styles from './Keys.module.css';
import { modKey } from './modKey';
import type { Command } from './registry';

/** How long a sequence waits for its next key. */
const patience = 1500;

/** What a key press is called in the registry; undefined for what is no command's business. */
export function strokeOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | undefined {
  if (altKey) return undefined;
  const isLetter = /^\p{L}$/u.test(key);
  if (shiftKey && (isLetter || key.length > 1)) return undefined;
  // With caps lock on, a letter comes as a capital.
  const name = isLetter ? key.toLowerCase() : key;
  return ctrlKey || metaKey ? `Mod+${name}` : name;
}

/** Whether letters belong to what has the focus: a field, or a list that jumps to what begins with them. */
export function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="listbox"]') !== null
  );
}

/** Recognises commands in what is pressed; a sequence may be interrupted by another. */
export function createMatcher(): (commands: readonly Command[], stroke: string, now: number) => Command | undefined {
  let pressed: string[] = [];
  let last = 0;
  return (commands, stroke, now) => {
    const before = now - last <= patience ? pressed : [];
    last = now;
    for (const sequence of [[...before, stroke], [stroke]]) {
      const candidates = commands.filter(({ keys = [] }) => sequence.every((key, index) => keys[index] === key));
      const match = candidates.find(({ keys = [] }) => keys.length === sequence.length);
      pressed = match ? [] : sequence;
      if (match) return match;
      if (candidates.length > 0) return undefined;
    }
    pressed = [];
    return undefined;
  };
}

const names: Record<string, string> = { Enter: '↵' };

/** The keys of a command, as they stand on the keyboard. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {keys
        .flatMap((stroke) => stroke.replace('Mod', modKey).split('+'))
        .map((key, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a key may come twice, and they are never reordered
          <kbd key={index}>{names[key] ?? (key.length === 1 ? key.toUpperCase() : key)}</kbd>
        ))}
    </span>
  );
}
