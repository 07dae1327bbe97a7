import { scaleLinear } from 'd3-scale';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { formatCount } from '@/shared/format/number';
import { Card } from '@/shared/ui/records/Card';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import styles from './Chart.module.css';

/** What the kinds of charts share. A new kind draws its marks with d3's scales and shapes inside of a `Chart`. */

/** Letters and figures of a chart are at most about this wide, in pixels. */
export const letterWidth = 7.5;

/** In pixels: the sheet of A4 less its margins and those of a card, or less where the page says so. */
function widthOnPaper(element: Element): number {
  return Number(getComputedStyle(element).getPropertyValue('--paper-width')) || 640;
}

/** Called with the words of the mark under the pointer or the focus. */
export type OnShow = (label: string | undefined) => void;

interface ChartProps {
  label: string;
  height: number;
  /** Draws for a width in pixels, so that no letter is stretched. */
  children: (width: number) => ReactNode;
}

/** A drawing as wide as the place it is in. */
export function Chart({ label, height, children }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Nothing has a width where nothing is laid out, as in unit tests.
    const measure = () => setWidth((old) => element.clientWidth || (old ?? 480));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Paper is narrower than most screens, and laid out without asking again.
    const fitPaper = () => flushSync(() => setWidth(Math.min(element.clientWidth, widthOnPaper(element))));
    window.addEventListener('beforeprint', fitPaper);
    window.addEventListener('afterprint', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', fitPaper);
      window.removeEventListener('afterprint', measure);
    };
  }, []);
  return (
    <div ref={box} className={styles.box} style={{ height }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing with links in it, no fields of a form */}
      <svg width={width} height={height} role="group" aria-label={label}>
        {width !== undefined && children(width)}
      </svg>
    </div>
  );
}

interface MarkProps {
  /** The list behind it; none where the list would be empty. */
  to: string | undefined;
  /** Its exact value in words. */
  label: string;
  onShow: OnShow;
  children: ReactNode;
}

/** A part of a chart that stands for something: shows its value on hover and focus, and leads to the list behind it. */
export function Mark({ to, label, onShow, children }: MarkProps) {
  const watch = {
    onPointerEnter: () => onShow(label),
    onPointerLeave: () => onShow(undefined),
  };
  if (to === undefined) {
    return <g {...watch}>{children}</g>;
  }
  return (
    <Link
      to={to}
      aria-label={label}
      className={styles.mark}
      {...watch}
      onFocus={() => onShow(label)}
      onBlur={() => onShow(undefined)}
    >
      {children}
    </Link>
  );
}

/** Maps amounts, from zero to the largest, onto the lengths from zero to `length`. */
export function amountScale(amounts: number[], length: number) {
  return scaleLinear([0, Math.max(...amounts) || 1], [0, length]);
}

/** Maps counts onto heights above `bottom`, with a domain that ends at a round number, and the whole numbers of its axis. */
export function countScale(counts: number[], bottom: number, top: number) {
  const y = scaleLinear([0, Math.max(...counts) || 1], [bottom, top]).nice(4);
  return { y, ticks: y.ticks(4).filter(Number.isInteger) };
}

interface CountAxisProps {
  scale: ReturnType<typeof countScale>;
  left: number;
  right: number;
  format?: (value: number) => string;
}

/** Between the axis and its numbers. */
const axisGap = 8;

/** The room that the numbers of an axis take. */
export function axisWidth(ticks: number[], format = formatCount): number {
  return Math.max(...ticks.map((tick) => format(tick).length)) * letterWidth + axisGap;
}

export function CountAxis({ scale: { y, ticks }, left, right, format = formatCount }: CountAxisProps) {
  return (
    <g className={styles.axis} aria-hidden>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text x={left - axisGap} y={y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

interface ChartCardProps {
  /** The question that the picture answers. */
  title: string;
  /** One below the heading that it stands under. */
  heading: 'h2' | 'h3';
  /** The exact value under the pointer or the focus; what is shown at all, when there is none. */
  detail: string;
  /** Beside the title: what its figure means. */
  help?: ReactNode;
  /** The same numbers for those who do not see the picture. */
  table: { columns: string[]; rows: string[][] };
  /** Said instead of a picture, when there is nothing to draw. */
  empty: string | undefined;
  children: ReactNode;
}

export function ChartCard({ title, heading: Heading, detail, help, table, empty, children }: ChartCardProps) {
  return (
    <Card className={styles.card}>
      <div className={styles.title}>
        <Heading>{title}</Heading>
        {help}
      </div>
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
