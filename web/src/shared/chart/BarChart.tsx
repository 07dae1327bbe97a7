import { amountScale, Chart, letterWidth, Mark, type OnShow } from './Chart';
import styles from './Chart.module.css';

type Tone = 'accent' | 'quiet' | 'warn' | 'good';

interface BarMark {
  key: string;
  /** Above its bars. */
  name: string;
  bars: { value: number; text: string; tone: Tone }[];
  /** The exact values in words. */
  label: string;
  to: string | undefined;
}

interface BarChartProps {
  label: string;
  rows: BarMark[];
  onShow: OnShow;
}

const nameHeight = 20;
const barHeight = 16;
const rowGap = 12;
/** Beside a giant the smallest amount is still something. */
const leastLength = 3;

const heightOf = ({ bars }: BarMark) => nameHeight + bars.length * barHeight + rowGap;
const heightOfAll = (rows: BarMark[]) => rows.reduce((sum, row) => sum + heightOf(row), 0);

/** Amounts below each other, for what has names. */
export function BarChart({ label, rows, onShow }: BarChartProps) {
  const bars = rows.flatMap((row) => row.bars);
  // Any text may stand at the end of the longest bar.
  const textWidth = Math.max(...bars.map(({ text }) => text.length)) * letterWidth + 12;
  const amounts = bars.map(({ value }) => value);

  return (
    <Chart label={label} height={heightOfAll(rows)}>
      {(width) => {
        const x = amountScale(amounts, width - textWidth);
        const lengthOf = (value: number) => (value > 0 ? Math.max(x(value), leastLength) : 0);
        return rows.map((row, index) => {
          const top = heightOfAll(rows.slice(0, index));
          return (
            <Mark key={row.key} to={row.to} label={row.label} onShow={onShow}>
              <rect className={styles.reach} x={0} y={top} width={width} height={heightOf(row) - rowGap / 2} />
              <text className={styles.name} x={0} y={top + 14} aria-hidden>
                {shortened(row.name, Math.floor(width / letterWidth))}
              </text>
              {row.bars.map(({ value, text, tone }, line) => {
                const y = top + nameHeight + line * barHeight;
                return (
                  <g key={text}>
                    <rect className={styles[tone]} x={0} y={y} width={lengthOf(value)} height={barHeight - 4} rx={3} />
                    <text className={styles.value} x={lengthOf(value) + 6} y={y + 10} aria-hidden>
                      {text}
                    </text>
                  </g>
                );
              })}
            </Mark>
          );
        });
      }}
    </Chart>
  );
}

/** The whole name stands in the line above the picture, and in the table. */
function shortened(name: string, letters: number): string {
  const all = [...name];
  return all.length <= letters ? name : `${all.slice(0, letters - 1).join('')}…`;
}
