import { lazyPart } from '@/shared/loading/lazyPart';
import styles from '@/shared/ui/page/Part.module.css';
import { Section } from '@/shared/ui/records/Card';
import { ComponentBoundary } from '@/shared/ui/states/ComponentBoundary';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { placeMessages } from './placeMessages';
import type { NotesOf } from './queries';

const NotesSection = lazyPart(() => import('./NotesSection'), { isLater: true, placeholder: Placeholder });

/** The notes on a record's page, above its history. They come once the page itself is painted. */
export function Notes(of: NotesOf) {
  return (
    <div id="notes" className={styles.part}>
      <ComponentBoundary>
        <NotesSection key={of.id} {...of} />
      </ComponentBoundary>
    </div>
  );
}

function Placeholder() {
  return (
    <Section title={placeMessages.notes}>
      <Skeleton height="5rem" />
    </Section>
  );
}
