import styles from './Chart.module.css';

interface LegendEntry {
  look: 'accent' | 'quiet' | 'forecast' | 'open';
  label: string;
}

/** What the colours of a chart stand for. */
export function Legend({ entries }: { entries: LegendEntry[] }) {
  return (
    <ul className={styles.legend}>
      {entries.map(({ look, label }) => (
        <li key={label}>
          <svg width={12} height={12} aria-hidden>
            <rect className={styles[look]} x={1} y={1} width={10} height={10} rx={2} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
