import { formatCount } from '@/shared/format/number';
import styles from './Charts.module.css';
import { Mark } from './Mark';
import { letterWidth, linear, roundTicks } from './scale';
import { useWidth } from './useWidth';

interface ColumnMark {
  key: string;
  /** Below the column. */
  name: string;
  value: number;
  /** The exact value in words. */
  label: string;
  to: string | undefined;
}

interface ColumnChartProps {
  label: string;
  columns: ColumnMark[];
  onShow: (label: string | undefined) => void;
}

const height = 220;
const top = 20;
const bottom = 24;
/** Between the axis and its numbers. */
const axisGap = 8;
/** A name needs this much room; on a phone only every other one, or fewer, is written. */
const nameWidth = 48;

export function ColumnChart({ label, columns, onShow }: ColumnChartProps) {
  const [box, width] = useWidth<HTMLDivElement>(480);
  const ticks = roundTicks(Math.max(...columns.map(({ value }) => value)), 4);
  const heightOf = linear(ticks.at(-1) ?? 1, height - top - bottom);
  const yOf = (value: number) => height - bottom - heightOf(value);
  const widthOf = (value: number) => formatCount(value).length * letterWidth;
  const left = Math.max(...ticks.map(widthOf)) + axisGap;
  const step = (width - left) / columns.length;
  const thickness = Math.min(36, step * 0.6);
  const everyNth = Math.ceil(nameWidth / step);
  // Without room for all of them the axis has to do; a column still tells its value under the pointer.
  const hasValues = columns.every(({ value }) => widthOf(value) <= step);

  return (
    <div ref={box} className={styles.box} style={{ height }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing with links in it, no fields of a form */}
      <svg width={width} height={height} role="group" aria-label={label}>
        <g className={styles.axis} aria-hidden>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={left} x2={width} y1={yOf(tick)} y2={yOf(tick)} />
              <text x={left - axisGap} y={yOf(tick) + 4} textAnchor="end">
                {formatCount(tick)}
              </text>
            </g>
          ))}
        </g>
        {columns.map(({ key, name, value, label: words, to }, index) => {
          const middle = left + step * (index + 0.5);
          return (
            <Mark key={key} to={to} label={words} onShow={onShow}>
              <rect className={styles.reach} x={middle - step / 2} y={0} width={step} height={height} />
              <rect
                className={styles.accent}
                x={middle - thickness / 2}
                y={yOf(value)}
                width={thickness}
                height={heightOf(value)}
                rx={3}
              />
              {value > 0 && hasValues && (
                <text className={styles.value} x={middle} y={yOf(value) - 6} textAnchor="middle" aria-hidden>
                  {formatCount(value)}
                </text>
              )}
              {index % everyNth === 0 && (
                <text className={styles.name} x={middle} y={height - 6} textAnchor="middle" aria-hidden>
                  {name}
                </text>
              )}
            </Mark>
          );
        })}
      </svg>
    </div>
  );
}
