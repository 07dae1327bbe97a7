import { common } from '@/shared/messages';
import { Card } from '@/shared/ui/records/Card';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { type Crumb, PageHeader } from './PageHeader';
import styles from './PendingPage.module.css';

interface PendingPageProps {
  /** What kind of record it is about, until its name is known. */
  title: string;
  trail: Crumb[];
  /** Whether the record comes in the fields of a form, rather than as facts. */
  isForm?: boolean | undefined;
  /** The query of the record. */
  query: { isError: boolean; error?: unknown; isFetching: boolean; refetch: () => unknown };
}

/** A page about one record that is not there yet, or could not be loaded. */
export function PendingPage({ title, trail, isForm = false, query }: PendingPageProps) {
  const { isError } = query;
  return (
    <div aria-busy={!isError}>
      <PageHeader title={title} trail={trail} />
      {isError ? (
        <FailedQuery query={query} label={common.errorClickToRefresh} />
      ) : isForm ? (
        <PendingForm />
      ) : (
        <Card className={styles.facts}>
          {[40, 65, 50, 35, 60, 45].map((width) => (
            <div key={width} className={styles.fact}>
              <Skeleton width="5rem" height="0.75rem" />
              <Skeleton width={`${width}%`} />
            </div>
          ))}
        </Card>
      )}
    </div>
  );
}

/** A form whose values, or choices, are on their way. */
export function PendingForm() {
  return (
    <div data-form>
      <Card className={styles.form}>
        {['first', 'second', 'third'].map((field) => (
          <div key={field} className={styles.fact}>
            <Skeleton width="5rem" height="0.75rem" />
            <Skeleton height="var(--control)" />
          </div>
        ))}
      </Card>
    </div>
  );
}
