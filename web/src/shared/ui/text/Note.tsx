import type { ComponentProps } from 'react';
import { cx } from '@/shared/ui/cx';
import styles from './Note.module.css';

/** A small, quiet text beside what it is about. */
export function Note({ as: Element = 'p', className, ...rest }: NoteProps) {
  return <Element className={cx(styles.note, className)} {...rest} />;
}

interface NoteProps extends Omit<ComponentProps<'p'>, 'ref'> {
  as?: 'p' | 'span';
}
