import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Sentence } from '@/shared/ui/text/Sentence';
import styles from './Entry.module.css';
import { messages } from './messages';

interface EntryProps {
  /** Before its text: whose it is, or what it is. */
  mark: ReactNode;
  /** Buttons behind its text, or below it on a phone. */
  actions?: ReactNode;
  isAlert?: boolean;
  children: ReactNode;
}

/** One entry of a list on a record's page, such as a note. */
export function Entry({ mark, actions, isAlert = false, children }: EntryProps) {
  const item = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const shown = item.current;
    return () => passFocusOn(shown);
  }, []);
  return (
    <li ref={item} className={styles.entry} role={isAlert ? 'alert' : undefined} tabIndex={-1}>
      {mark}
      <div className={styles.body}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  );
}

/** The keyboard goes on in the neighbour of an entry that vanishes, or where the first one is added. */
function passFocusOn(entry: HTMLElement | null) {
  if (!entry?.contains(document.activeElement)) return;
  const next =
    entry.nextElementSibling ??
    entry.previousElementSibling ??
    entry.closest('section')?.querySelector('button, textarea');
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** Leads to the record that an entry belongs to, where the page is about another one. */
export function OnRecord({ path, name }: { path: string; name: string }) {
  return (
    <Sentence
      text={messages.on}
      parts={{
        record: (
          <Link to={path}>
            <bdi>{name}</bdi>
          </Link>
        ),
      }}
    />
  );
}
