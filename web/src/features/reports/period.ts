import { formatMonth } from '@/shared/format/date';
import { common } from '@/shared/messages';
import { messages } from './messages';

/** Some months, the first and the last, such as 2026-07. */
export interface Period {
  from: string;
  to: string;
}

export type PeriodKind = keyof typeof messages.periods;

export const periodKinds = (Object.entries(messages.periods) as [PeriodKind, string][]).map(([value, label]) => ({
  value,
  label,
}));

export function shifted(month: string, months: number): string {
  const { year, number } = partsOf(month);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

function partsOf(month: string): { year: number; number: number } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { year, number };
}

/** How many months it has. */
export function lengthOf({ from, to }: Period): number {
  const [first, last] = [partsOf(from), partsOf(to)];
  return (last.year - first.year) * 12 + last.number - first.number + 1;
}

/** The period of a kind that has the running month in it. */
export function periodOf(kind: PeriodKind, now: string): Period {
  const { year, number } = partsOf(now);
  switch (kind) {
    case 'month':
      return { from: now, to: now };
    case 'quarter': {
      const from = shifted(now, -((number - 1) % 3));
      return { from, to: shifted(from, 2) };
    }
    case 'year':
      return { from: `${year}-01`, to: `${year}-12` };
    default:
      return { from: shifted(now, -11), to: now };
  }
}

/** Which kind of period these months are. */
export function kindOf(period: Period, now: string): PeriodKind {
  const kinds: PeriodKind[] = ['month', 'quarter', 'year', 'last12'];
  const isOf = (kind: PeriodKind) => {
    const { from, to } = periodOf(kind, kind === 'last12' ? now : period.from);
    return from === period.from && to === period.to;
  };
  return kinds.find(isOf) ?? 'own';
}

const monthPattern = /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/;
const mostMonths = 120;

/** What the address says, or the running quarter. It may say anything. */
export function readPeriod(params: URLSearchParams, now: string): { period: Period; kind: PeriodKind } {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const isKnown = monthPattern.test(from) && monthPattern.test(to) && from <= to;
  const period = isKnown && lengthOf({ from, to }) <= mostMonths ? { from, to } : periodOf('quarter', now);
  return { period, kind: params.get('period') === 'own' ? 'own' : kindOf(period, now) };
}

/** The period before or after it. */
export function stepped(period: Period, steps: -1 | 1): Period {
  const months = steps * lengthOf(period);
  return { from: shifted(period.from, months), to: shifted(period.to, months) };
}

/** A period in words: as a label, or within a sentence. */
export function nameOf(period: Period, isInSentence = false): string {
  const { year, number } = partsOf(period.from);
  switch (kindOf(period, '')) {
    case 'month':
      return formatMonth(`${period.from}-01`);
    case 'quarter':
      return (isInSentence ? messages.theQuarter : messages.quarter)((number + 2) / 3, year);
    case 'year':
      return String(year);
    default:
      return `${formatMonth(`${period.from}-01`)} – ${formatMonth(`${period.to}-01`)}`;
  }
}

/** The name of a file with the report of a period, as the server calls it. */
export function fileNameOf(report: 'summary' | 'recurring', { from, to }: Period, format: 'csv' | 'xlsx'): string {
  return `${report}-${from === to ? from : `${from}_${to}`}.${format}`;
}

/** How many days of a running period have begun, of how many: by the calendar in UTC, as its figures are. */
export function daysOf({ from, to }: Period, today: string): { gone: number; all: number } | undefined {
  const daysSinceStart = (day: string) => (Date.parse(day) - Date.parse(`${from}-01`)) / 86_400_000;
  const gone = daysSinceStart(today) + 1;
  const all = daysSinceStart(`${shifted(to, 1)}-01`);
  return gone > 0 && gone <= all ? { gone, all } : undefined;
}

/** The name of a period, which says of a running one that it is not over. */
export function nameSoFar(period: Period, today: string, isInSentence = false): string {
  const name = nameOf(period, isInSentence);
  if (!daysOf(period, today)) return name;
  return messages.soFar(name, Number(today.slice(8)), common.months[Number(today.slice(5, 7)) - 1] ?? '');
}

/** The last second of a month, by which its figures are taken. */
export function endOf(month: string): string {
  return new Date(Date.parse(`${shifted(month, 1)}-01`) - 1000).toISOString();
}
