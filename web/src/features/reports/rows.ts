import { paths } from '@/paths';
import { endOf } from './period';

/** The rows that make up the value of a month: at its end, or now in the running one. */
export function rowsOf(month: string, now: string): string {
  const running = `${paths.app.renewals()}?preset=any&kind=both`;
  return month === now ? running : `${running}&at=${endOf(month)}`;
}
