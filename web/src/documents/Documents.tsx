import { records } from '@/records';
import { lazyPart } from '@/shared/loading/lazyPart';
import styles from '@/shared/ui/page/Part.module.css';
import { Section } from '@/shared/ui/records/Card';
import { ComponentBoundary } from '@/shared/ui/states/ComponentBoundary';
import { Skeleton } from '@/shared/ui/states/Skeleton';
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
