import { scaleBand } from 'd3-scale';
import { formatCount } from '@/shared/format/number';
import { axisWidth, Chart, CountAxis, countScale, letterWidth, Mark, type OnShow } from './Chart';
import styles from './Chart.module.css';
import { Legend } from './Legend';
import { messages } from './messages';

interface ColumnMark {
  key: string;
  /** Below the column. */
  name: string;
  value: number;
  /** A column of the future: what is certain so far. */
  isQuiet?: boolean;
  /** The exact value in words. */
  label: string;
  to: string | undefined;
}

interface ColumnChartProps {
  label: string;
  columns: ColumnMark[];
  onShow: OnShow;
  /** How amounts are written; as counts, unless told otherwise. */
  format?: (value: number) => string;
}

const height = 220;
/** In one line below the columns. */
const legendHeight = 24;
const top = 20;
const widest = 36;
/** A name needs this much room; on a phone only every other one, or fewer, is written. */
const nameWidth = 48;

/**
 * Counts or amounts side by side, for what has an order, such as weeks. Columns of the future reach up to what is certain;
 * above it stands how much of the last known value is still open, so that what nobody has decided does not look lost.
 */
export function ColumnChart({ label, columns, onShow, format = formatCount }: ColumnChartProps) {
  const counts = columns.map(({ value }) => value);
  const isAhead = columns.some(({ isQuiet }) => isQuiet);
  // With a legend it is as high as without one.
  const drawn = isAhead ? height - legendHeight : height;
  const base = drawn - 24;
  const scale = countScale(counts, base, top);
  const left = axisWidth(scale.ticks, format);
  const known = columns.findLast(({ isQuiet }) => !isQuiet)?.value ?? 0;

  const chart = (
    <Chart label={label} height={drawn}>
      {(width) => {
        const x = scaleBand(
          columns.map(({ key }) => key),
          [left, width],
        );
        const step = x.step();
        const thickness = Math.min(widest, step * 0.6);
        const everyNth = Math.ceil(nameWidth / step);
        // Without room for all of them the axis has to do; a column still tells its value under the pointer.
        const hasValues = counts.every((count) => format(count).length * letterWidth <= step);
        return (
          <>
            <CountAxis scale={scale} left={left} right={width} format={format} />
            {columns.map(({ key, name, value, isQuiet, label: words, to }, index) => {
              const start = x(key) ?? left;
              const middle = start + step / 2;
              const y = scale.y(value);
              return (
                <Mark key={key} to={to} label={words} onShow={onShow}>
                  <rect className={styles.reach} x={start} y={0} width={step} height={drawn} />
                  {isQuiet && value < known && (
                    <rect
                      className={styles.open}
                      x={middle - thickness / 2}
                      y={scale.y(known)}
                      width={thickness}
                      height={y - scale.y(known)}
                      rx={3}
                    />
                  )}
                  <rect
                    className={isQuiet ? styles.forecast : styles.accent}
                    x={middle - thickness / 2}
                    y={y}
                    width={thickness}
                    height={base - y}
                    rx={3}
                  />
                  {value > 0 && hasValues && (
                    <text className={styles.value} x={middle} y={y - 6} textAnchor="middle" aria-hidden>
                      {format(value)}
                    </text>
                  )}
                  {index % everyNth === 0 && (
                    <text
                      className={styles.name}
                      x={Math.min(middle, width - (name.length * letterWidth) / 2)}
                      y={drawn - 6}
                      textAnchor="middle"
                      aria-hidden
                    >
                      {name}
                    </text>
                  )}
                </Mark>
              );
            })}
          </>
        );
      }}
    </Chart>
  );
  if (!isAhead) return chart;
  return (
    <>
      {chart}
      <Legend
        entries={[
          { look: 'accent', label: messages.soFar },
          { look: 'forecast', label: messages.certain },
          { look: 'open', label: messages.open },
        ]}
      />
    </>
  );
}
