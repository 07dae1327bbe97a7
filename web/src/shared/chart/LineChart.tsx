import { scaleLinear } from 'd3-scale';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { formatCount } from '@/shared/format/number';
import { axisWidth, Chart, CountAxis, Mark, type OnShow } from './Chart';
import styles from './Chart.module.css';
import { Legend } from './Legend';

interface LinePoint {
  key: string;
  /** Where it is, from 0 at the left to 1 at the right. */
  at: number;
  /** Below it. */
  name: string;
  /** The value of each line. */
  values: number[];
  /** The exact values in words. */
  label: string;
  to: string | undefined;
}

interface Line {
  look: 'quiet' | 'accent';
  label: string;
}

interface LineChartProps {
  label: string;
  lines: Line[];
  points: LinePoint[];
  /** Places that are marked from top to bottom. */
  marks?: readonly LineMark[];
  onShow: OnShow;
  /** How amounts are written; as counts, unless told otherwise. */
  format?: (value: number) => string;
}

interface LineMark {
  key: number;
  /** From 0 to 1. */
  at: number;
  /** What is at its top and moves it: as wide as the lines, `--mark` high. */
  control: ReactNode;
}

const height = 220;
const base = height - 24;
const top = 12;
/** Room for half of the last name. */
const right = 20;
const nameWidth = 52;

/**
 * From zero, unless that would hide how the values differ. Values that nearly are one another are told apart by a fifth of the height at least.
 */
export function lineScale(values: number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least;
  const isClose = least > 0 && span > 0 && span < most * 0.4;
  const low = isClose ? Math.max(0, least - span) : Math.min(0, least);
  const y = scaleLinear([low, most > low ? most : low + 1], [base, top]).nice(4);
  return { y, ticks: y.ticks(4).filter(Number.isInteger) };
}

/** Amounts over time, one line over another; what is between two of them is filled. */
export function LineChart({ label, lines, points, marks = [], onShow, format = formatCount }: LineChartProps) {
  const scale = lineScale(points.flatMap(({ values }) => values));
  const left = axisWidth(scale.ticks, format);
  return (
    <>
      <Marks marks={marks} left={left}>
        <Chart label={label} height={height}>
          {(width) => {
            const x = scaleLinear([0, 1], [left, width - right]);
            const everyNth = Math.ceil((nameWidth * points.length) / (width - left - right));
            // What holds at the first point holds before it, too.
            const line = (index: number) => {
              const [first, ...others] = points.map(({ at, values }) => [x(at), scale.y(values[index] ?? 0)]);
              return first ? [[left, first[1]], first, ...others].map((place) => place.join()) : [];
            };
            const middle = (index: number) => {
              const [one, other] = [points[index], points[index + 1]];
              return one && other ? x((one.at + other.at) / 2) : width;
            };
            return (
              <>
                <CountAxis scale={scale} left={left} right={width - right} format={format} />
                {lines.length === 2 && (
                  <path className={styles.between} d={`M${[...line(0), ...line(1).toReversed()].join('L')}Z`} />
                )}
                {points.map(({ key, at, name, values, label: words, to }, index) => {
                  const begin = index === 0 ? left : middle(index - 1);
                  const last = lines.length - 1;
                  return (
                    <Mark key={key} to={to} label={words} onShow={onShow}>
                      <rect className={styles.reach} x={begin} y={0} width={middle(index) - begin} height={height} />
                      {lines.map(({ look }, which) => (
                        <circle
                          key={look}
                          className={styles[look]}
                          cx={x(at)}
                          cy={scale.y(values[which] ?? 0)}
                          r={which === last ? 3 : 2.5}
                        />
                      ))}
                      {(points.length - 1 - index) % everyNth === 0 && (
                        <text className={styles.name} x={x(at)} y={height - 6} textAnchor="middle" aria-hidden>
                          {name}
                        </text>
                      )}
                    </Mark>
                  );
                })}
                {lines.map(({ look }, index) => (
                  <path key={look} className={styles[`${look}Line`]} d={`M${line(index).join('L')}`} />
                ))}
              </>
            );
          }}
        </Chart>
      </Marks>
      {lines.length > 1 && <Legend entries={lines} />}
    </>
  );
}

/** Marks are as high, and so wide that two that are closer than this would be over one another on a phone. */
const markSize = 28;
const markReach = 0.1;
/** More rows of marks would push the lines out of sight. */
const mostRows = 4;

/** The row of each mark: the first one with room, else the one with the most. */
export function rowsOf(places: number[]): number[] {
  const rows: number[] = [];
  const ends: number[] = [];
  for (const [index, at] of [...places.entries()].toSorted(([, one], [, other]) => one - other)) {
    let row = ends.findIndex((end) => at - end >= markReach);
    if (row < 0) row = ends.length < mostRows ? ends.length : ends.indexOf(Math.min(...ends));
    ends[row] = at;
    rows[index] = row;
  }
  return rows;
}

interface MarksProps {
  marks: readonly LineMark[];
  /** Of the lines. */
  left: number;
  children: ReactNode;
}

/** The marks in their rows above a chart, each with a pole down to its axis. */
function Marks({ marks, left, children }: MarksProps) {
  // One that is dragged past another one stays in its row.
  const [held, hold] = useState<number[]>();
  const rows = held?.length === marks.length ? held : rowsOf(marks.map(({ at }) => at));
  const rowTop = (row: number) => row * (markSize + 2);
  function holdWhilePressed() {
    hold(rows);
    const pressed = new AbortController();
    const end = () => {
      pressed.abort();
      hold(undefined);
    };
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, end, pressed);
  }
  return (
    <div className={styles.marked} style={{ paddingTop: rowTop(Math.max(-1, ...rows) + 1) }}>
      {children}
      <div className={styles.marks} style={{ left, right, bottom: height - base }}>
        {marks.map(({ key, at, control }, index) => (
          <div
            key={key}
            className={styles.control}
            style={{ top: rowTop(rows[index] ?? 0), '--mark': `${markSize}px`, '--at': at } as CSSProperties}
            onPointerDown={holdWhilePressed}
          >
            {control}
          </div>
        ))}
      </div>
    </div>
  );
}
