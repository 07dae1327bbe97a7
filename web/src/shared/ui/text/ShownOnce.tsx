import { useId } from 'react';
import { CopyButton } from '@/shared/ui/buttons/CopyButton';
import { Note } from './Note';
import styles from './ShownOnce.module.css';

interface ShownOnceProps {
  title: string;
  text: string;
  /** What the text is, for the button that copies it. */
  what: string;
  /** What to do with it now. */
  note: string;
}

/** A secret that the server has just made, and does not show again. */
export function ShownOnce({ title, text, what, note }: ShownOnceProps) {
  const id = useId();
  return (
    <output className={styles.box} aria-labelledby={id}>
      <b id={id}>{title}</b>
      <span className={styles.line}>
        <code>{text}</code>
        <CopyButton text={text} what={what} />
      </span>
      <Note as="span">{note}</Note>
    </output>
  );
}
