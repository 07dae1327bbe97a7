/** Who changed what last, as far as this page was told: for forms that are open meanwhile. */
interface LastChange {
  by: string;
  at: string;
}

/** Only what changes while it is being edited is ever asked for. */
const kept = 500;

const changes = new Map<string, LastChange>();

export function noteLastChange(id: string, by: string): void {
  changes.delete(id);
  changes.set(id, { by, at: new Date().toISOString() });
  const [oldest] = changes.keys();
  if (changes.size > kept && oldest !== undefined) changes.delete(oldest);
}

export function lastChangeOf(id: string): LastChange | undefined {
  return changes.get(id);
}
