import { records } from '@/records';
import { lazyPart } from '@/shared/lazyPart';
import { Section } from '@/shared/ui/Card';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import styles from '@/shared/ui/Part.module.css';
import { Skeleton } from '@/shared/ui/Skeleton';
import type { DocumentsOf } from './queries';

const DocumentsSection = lazyPart(() => import('./DocumentsSection'), { isLater: true, placeholder: Placeholder });

/** The documents on a record's page, above its notes. They come once the page itself is painted. */
export function Documents(of: DocumentsOf) {
  return (
    <div id="documents" className={styles.part}>
      <ComponentBoundary>
        <DocumentsSection key={of.id} {...of} />
      </ComponentBoundary>
    </div>
  );
}

function Placeholder() {
  return (
    <Section title={records.document.noun.title}>
      <Skeleton height="5rem" />
    </Section>
  );
}
