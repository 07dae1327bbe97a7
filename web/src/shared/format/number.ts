const whole = new Intl.NumberFormat('en-US');

/** 1,234 */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** 1 company, 2 companies */
export function counted(value: number, one: string, many: string): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}
