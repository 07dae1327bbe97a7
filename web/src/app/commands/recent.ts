import { readStored, writeStored } from '@/shared/storage';
import type { RecordHit } from './records';

/** What was taken from the palette: a command by its id, or a record. */
export type Taken = { command: string } | { record: RecordHit };

interface Use {
  taken: Taken;
  count: number;
}

const kept = 30;
const shown = 5;

/** What this user took most often; of what was taken equally often, the latest first. */
export function mostUsed(user: string): Taken[] {
  return uses(user)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, shown)
    .map(({ taken }) => taken);
}

export function remember(user: string, taken: Taken): void {
  const key = keyOf(taken);
  const before = uses(user);
  const count = before.find((use) => keyOf(use.taken) === key)?.count ?? 0;
  const others = before.filter((use) => keyOf(use.taken) !== key);
  const latestFirst = [{ taken, count: count + 1 }, ...others].slice(0, kept);
  writeStored('sessionStorage', storageKey(user), JSON.stringify(latestFirst));
}

/** Records have names that others at this computer need not read: they are forgotten with the tab. */
function storageKey(user: string): string {
  return `btracker.palette.${user}`;
}

function uses(user: string): Use[] {
  try {
    return JSON.parse(readStored('sessionStorage', storageKey(user)) ?? '[]') as Use[];
  } catch {
    return [];
  }
}

function keyOf(taken: Taken): string {
  return 'command' in taken ? taken.command : `${taken.record.kind} ${taken.record.id}`;
}
