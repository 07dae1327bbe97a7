import { DateText } from '@/shared/ui/text/RelativeTime';
import type { OwnField } from './fields';
import styles from './OwnValue.module.css';
import { ownText } from './text';

/** A value that is there, as pages and tables show it. */
export function OwnValue({ field: { kind }, value }: { field: OwnField; value: unknown }) {
  const text = ownText(value, kind);
  if (kind === 'date') return <DateText at={String(value)} />;
  if (kind === 'choice') return <span className={styles.choice}>{text}</span>;
  if (kind !== 'link') return text;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text.replace(/^https?:\/\//i, '')}
    </a>
  );
}
