import type { ReactNode } from 'react';
import { Card } from '@/shared/ui/Card';
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden';
import styles from './Chart.module.css';

interface ChartCardProps {
  /** The question that the picture answers. */
  title: string;
  /** One below the heading that it stands under. */
  heading: 'h2' | 'h3';
  /** The exact value under the pointer or the focus; what is shown at all, when there is none. */
  detail: string;
  /** The same numbers for those who do not see the picture. */
  table: { columns: string[]; rows: string[][] };
  /** Said instead of a picture, when there is nothing to draw. */
  empty: string | undefined;
  children: ReactNode;
}

export function ChartCard({ title, heading: Heading, detail, table, empty, children }: ChartCardProps) {
  return (
    <Card className={styles.card}>
      <Heading>{title}</Heading>
      <p className={styles.detail} aria-hidden={empty === undefined}>
        {empty ?? detail}
      </p>
      {empty === undefined && (
        <>
          {children}
          <VisuallyHidden as="div">
            <DataTable title={title} {...table} />
          </VisuallyHidden>
        </>
      )}
    </Card>
  );
}

function DataTable({ title, columns, rows }: { title: string; columns: string[]; rows: string[][] }) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two companies may have one name, and no row keeps anything
          <tr key={row}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
