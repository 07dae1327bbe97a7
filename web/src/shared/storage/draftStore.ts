import { createContext } from 'react';
import { readStored, writeStored } from './storage';

type Values = Record<string, unknown>;

/** What was typed into a form and is not saved. */
export interface Draft {
  /** When the last of it was typed. */
  at: string;
  /** What was stored when the typing began, with its version: a newer one is a conflict, after a return as before it. */
  began: { version?: number | undefined; values: Values };
  /** The fields that differ from that. */
  typed: Values;
  /** The names of records that were picked, where a field holds the id. */
  labels: Record<string, string>;
}

/** The drafts of one person in this tab, by the name of their form. */
interface Drafts {
  read: (name: string) => Draft | undefined;
  keep: (name: string, draft: Draft) => void;
  drop: (name: string) => void;
  /** The names of those whose form is on a page. */
  namesOn: (pathname: string) => string[];
  /** What was picked last in the fields of a name, the latest first, until the page is loaded anew. */
  picked: Map<string, Picked[]>;
}

/** A record as a field offers it. */
interface Picked {
  value: string;
  label: string;
  note: string;
}

/** Whose drafts a form keeps: the signed-in user's. Without one, what is typed is not kept. */
export const DraftsContext = createContext<Drafts | null>(null);

interface Kept {
  owner: string;
  drafts: Record<string, Draft>;
}

const key = 'btracker.drafts';
const mostDrafts = 20;
/** No form comes near it: its texts have limits of their own. */
const longestDraft = 20_000;

/** Opens the drafts of a person. Those of anyone else who used this tab before are dropped. */
export function openDrafts(owner: string): Drafts {
  const read = (): Record<string, Draft> => readKept(owner)?.drafts ?? {};
  const write = (drafts: Record<string, Draft>) =>
    writeStored('sessionStorage', key, JSON.stringify({ owner, drafts }));
  if (readKept(owner) === undefined) dropAllDrafts();

  return {
    read: (name) => read()[name],
    keep(name, draft) {
      const { [name]: _, ...others } = read();
      if (JSON.stringify(draft).length > longestDraft) return write(others);
      // The latest comes last, so that the oldest goes when there are too many.
      const newest = Object.entries({ ...others, [name]: draft }).slice(-mostDrafts);
      write(Object.fromEntries(newest));
    },
    drop(name) {
      const { [name]: dropped, ...others } = read();
      if (dropped) write(others);
    },
    picked: new Map(),
    namesOn: (pathname) => Object.keys(read()).filter((name) => name === pathname || name.startsWith(`${pathname} `)),
  };
}

/** A person who signs out leaves nothing behind. A session that merely expires keeps what was typed for the same person. */
export function dropAllDrafts(): void {
  writeStored('sessionStorage', key, null);
}

function readKept(owner: string): Kept | undefined {
  try {
    const kept = JSON.parse(readStored('sessionStorage', key) ?? 'null') as Kept | null;
    return kept?.owner === owner ? kept : undefined;
  } catch {
    return undefined;
  }
}
