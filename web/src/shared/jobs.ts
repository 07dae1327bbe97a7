import { readStored, writeStored } from '@/shared/storage/storage';
import { createStore } from '@/shared/storage/store';

/** A bulk action, an import or a long undo that this browser started, and that may still be under way. */
export interface Job {
  id: string;
  /** What it does, for the line that tells how far it is. */
  label: string;
  /** It takes back changes, so that taking it back does them again. */
  isUndo?: boolean;
}

const key = 'btracker.jobs';
const jobs = createStore<readonly Job[]>([]);
let owner = '';

export const useJobs = jobs.use;

/** Follows the jobs of a person, those of other tabs too. Jobs of anyone else are dropped. Returns how to end that. */
export function followJobs(email: string): () => void {
  owner = email;
  jobs.set(stored());
  const follow = (event: StorageEvent) => {
    if (event.key === key) jobs.set(stored());
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

export function rememberJob(job: Job): void {
  store([...stored().filter(({ id }) => id !== job.id), job]);
}

/** Tells whether it was remembered: of several tabs, one reports the end of a job. */
export function forgetJob(id: string): boolean {
  const before = stored();
  const after = before.filter((job) => job.id !== id);
  store(after);
  return after.length < before.length;
}

/** A person who signs out leaves nothing behind. The jobs go on. */
export function dropJobs(): void {
  writeStored('localStorage', key, null);
  jobs.set([]);
}

function store(next: Job[]): void {
  writeStored('localStorage', key, next.length > 0 ? JSON.stringify({ owner, jobs: next }) : null);
  jobs.set(next);
}

function stored(): Job[] {
  try {
    const kept = JSON.parse(readStored('localStorage', key) ?? 'null') as { owner: string; jobs: Job[] } | null;
    return kept?.owner === owner ? kept.jobs : [];
  } catch {
    return [];
  }
}
