import type { Kind } from '@/records';
import { lazyPart } from '@/shared/loading/lazyPart';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import styles from './ChangeLine.module.css';
import { type ChangedField, kindOf, valueText } from './change';
import { messages } from './messages';

const Words = lazyPart(() => import('./Words'));

interface FieldProps {
  entity: Kind;
  field: ChangedField;
}

/** The earlier value of a field, struck. */
export function OldValue({ entity, field: { name, before } }: FieldProps) {
  return <Value as="del" text={valueText(entity, name, before)} />;
}

export function NewValue({ entity, field: { name, after } }: FieldProps) {
  return <Value as="ins" text={valueText(entity, name, after)} />;
}

function Value({ as: Element, text }: { as: 'del' | 'ins'; text: string }) {
  return text === '' ? (
    <span className={styles.nothing}>{messages.nothing}</span>
  ) : (
    <Element dir="auto">{text}</Element>
  );
}

/** What a change made of a field: two photos, a text with the words that went and came, or the old value and the new. */
export function Difference({ entity, field }: FieldProps) {
  const { name, before, after } = field;
  const kind = kindOf(entity, name);
  if (kind === 'photo') return <Photos before={photoOf(before)} after={photoOf(after)} />;
  const [old, now] = [before, after].map((value) => valueText(entity, name, value));
  if (!old || !now) {
    return now ? (
      <Value as="ins" text={now} />
    ) : (
      <>
        <VisuallyHidden>{messages.wasValue}</VisuallyHidden>
        <OldValue entity={entity} field={field} />
      </>
    );
  }
  if (kind === 'longText') return <Words before={old} after={now} />;
  return (
    <>
      <VisuallyHidden>{messages.wasValue}</VisuallyHidden>
      <OldValue entity={entity} field={field} />
      <VisuallyHidden>{messages.nowValue}</VisuallyHidden> <NewValue entity={entity} field={field} />
    </>
  );
}

function photoOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function Photos({ before, after }: { before: string | null; after: string | null }) {
  return (
    <span className={styles.photos}>
      <Photo url={before} label={messages.photoBefore} />
      <span aria-hidden>→</span>
      <Photo url={after} label={messages.photoAfter} />
    </span>
  );
}

function Photo({ url, label }: { url: string | null; label: string }) {
  return url === null ? (
    <span className={styles.noPhoto}>{messages.noPhoto}</span>
  ) : (
    <img className={styles.photo} src={url} alt={label} loading="lazy" width={48} height={48} />
  );
}
