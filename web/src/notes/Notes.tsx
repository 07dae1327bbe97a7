import { lazyPart } from '@/shared/lazyPart';
import { Section } from '@/shared/ui/Card';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { Skeleton } from '@/shared/ui/Skeleton';
import { messages } from './messages';
import styles from './Notes.module.css';
import type { NotesOf } from './queries';

const NotesSection = lazyPart(() => import('./NotesSection'), { isLater: true, placeholder: Placeholder });

/** The notes on a record's page, above its history. They come once the page itself is painted. */
export function Notes(of: NotesOf) {
  return (
    <div id="notes" className={styles.place}>
      <ComponentBoundary>
        <NotesSection key={of.id} {...of} />
      </ComponentBoundary>
    </div>
  );
}

function Placeholder() {
  return (
    <Section title={messages.notes}>
      <Skeleton height="5rem" />
    </Section>
  );
}
