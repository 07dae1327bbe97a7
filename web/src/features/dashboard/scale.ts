/** Round numbers from zero to at least `max`, about `wanted` steps apart; whole ones where only whole ones make sense. */
export function roundTicks(max: number, wanted = 4): number[] {
  const rough = Math.max(max, 1) / wanted;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough) ?? rough);
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, index) => index * step);
}

/** Maps zero to `max` onto zero to `length`. */
export function linear(max: number, length: number): (value: number) => number {
  return (value) => (max > 0 ? (value / max) * length : 0);
}

/** Letters and figures of a chart are at most about this wide, in pixels. */
export const letterWidth = 7.5;
