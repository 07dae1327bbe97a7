import { readStored, writeStored } from './storage';

/** A record whose page was opened, as a search would find it. */
interface OpenedRecord {
  kind: string;
  id: string;
  name: string;
  parentId: string | null;
  parentName: string | null;
  isDisabled: boolean;
}

const key = 'btracker.opened';
const kept = 6;

/** Keeps the records that a person opened last in this browser; those of anyone else are dropped. */
export function rememberOpened(owner: string, record: OpenedRecord): void {
  const others = openedRecords(owner).filter(({ kind, id }) => kind !== record.kind || id !== record.id);
  writeStored('localStorage', key, JSON.stringify({ owner, records: [record, ...others].slice(0, kept) }));
}

/** The latest first. */
export function openedRecords(owner: string): OpenedRecord[] {
  try {
    const stored = JSON.parse(readStored('localStorage', key) ?? 'null') as {
      owner: string;
      records: OpenedRecord[];
    } | null;
    return stored?.owner === owner ? stored.records : [];
  } catch {
    return [];
  }
}

/** A person who signs out leaves nothing behind. */
export function dropOpened(): void {
  writeStored('localStorage', key, null);
}
