import { modKey } from '@/shared/ui/modKey';
import styles from './Keys.module.css';

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
