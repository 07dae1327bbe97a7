import type { ReactNode } from 'react';
import { CopyButton } from '@/shared/ui/buttons/CopyButton';
import styles from './DefinitionGrid.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** Beside the label: what a figure means. */
  help?: ReactNode;
  /** The plain text that the copy button gives; none without it. */
  copy?: string | null | undefined;
  /** Takes both columns. */
  wide?: boolean;
}

/** The facts of a record: label above value, a dash for nothing. */
export function DefinitionGrid({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles.grid}>
      {facts.map(({ label, value, help, copy, wide }) => (
        <div key={label} className={wide ? styles.wide : undefined}>
          <dt>
            {label}
            {help}
          </dt>
          <dd>
            <span className={styles.value} dir="auto">
              {value || <span className={styles.none}>–</span>}
            </span>
            {copy && <CopyButton text={copy} what={label} className={styles.copy} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
