import { queryOptions } from '@tanstack/react-query';
import { List, type LucideIcon } from 'lucide-react';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { allRecords, pathOfHolder, recordNamed } from '@/records';
import { failsInPlace } from '@/shared/loading/readFailure';
import { recordMessages } from '@/shared/recordMessages';
import { readStored, writeStored } from '@/shared/storage/storage';
import { messages } from './messages';
import { type Command, groups } from './registry';
import type { Verb } from './verbs';

/** A line of the palette. */
export interface Choice {
  key: string;
  group: string;
  label: string;
  note?: string | null;
  Icon: LucideIcon;
  keys?: readonly string[] | undefined;
  taken: Taken;
}

interface Sources {
  commands: readonly Command[];
  /** What was searched for; empty at first. */
  text: string;
  found: Found;
  recent: readonly Taken[];
}

/** What the palette offers: at first what was used most, then every command; on a search what matches. */
export function choicesOf({ commands, text, found, recent }: Sources): Choice[] {
  // Asked for in the palette, the palette itself is no news.
  const known = commands.filter(({ id }) => id !== 'palette');
  if (text !== '') {
    const matching = matchingCommands(known, text).map((command) => ({
      ...commandChoice(command),
      group: messages.commands,
      note: command.group,
    }));
    return [
      ...matching,
      ...allRecords.filter(({ search }) => search).flatMap(({ kind }) => choicesOfKind(kind, text, found)),
    ];
  }
  const used = recent.flatMap((taken) =>
    'record' in taken
      ? recordChoice(taken.record)
      : known.filter(({ id }) => 'command' in taken && id === taken.command).map(commandChoice),
  );
  const byGroup = [...groups, messages.views].flatMap((group) => known.filter((command) => command.group === group));
  return [
    ...used.map((choice) => ({ ...choice, key: `recent ${choice.key}`, group: messages.recent })),
    ...byGroup.map(commandChoice),
  ];
}

/** The records that a verb may be done to: at first those that were opened last. */
export function choicesOfVerb(verb: Verb, { text, found, recent }: Omit<Sources, 'commands'>): Choice[] {
  const records = text === '' ? recent.flatMap((taken) => ('record' in taken ? taken.record : [])) : found.data;
  return records
    .filter(({ kind }) => kind === verb.list)
    .flatMap((record) => recordChoice(record).map((choice) => ({ ...choice, taken: { record, verb } })));
}

interface Section {
  group: string;
  lines: { choice: Choice; index: number }[];
}

/** The lines under their headings; those of one group stand together. */
export function grouped(choices: readonly Choice[]): Section[] {
  const sections: Section[] = [];
  for (const [index, choice] of choices.entries()) {
    if (sections.at(-1)?.group !== choice.group) sections.push({ group: choice.group, lines: [] });
    sections.at(-1)?.lines.push({ choice, index });
  }
  return sections;
}

function commandChoice({ id, group, label, Icon, keys }: Command): Choice {
  return { key: id, group, label, Icon, keys, taken: { command: id } };
}

function recordChoice(record: RecordHit): Choice[] {
  const { noun, search } = recordNamed(record.kind) ?? {};
  if (!noun || !search) return [];
  return [
    {
      key: `${record.kind} ${record.id}`,
      group: noun.title,
      label: record.name,
      note: search.note === 'id' ? idNote(record) : placeOf(record),
      Icon: search.Icon,
      taken: { record },
    },
  ];
}

/** The server counts no further than this where there may be very many. */
const mostCounted = 1000;

/** What was found of one kind, and the way to all of it where that is more. */
function choicesOfKind(kind: string, text: string, { data, counts }: Found): Choice[] {
  const shown = data.filter((hit) => hit.kind === kind).flatMap(recordChoice);
  const count = counts.find((one) => one.kind === kind)?.count ?? 0;
  const [first] = shown;
  // Notes have no page of their own.
  if (!first || count <= shown.length || !recordNamed(kind)?.list) return shown;
  const all = {
    ...first,
    key: `all ${kind}`,
    label: count === mostCounted ? messages.manyResults(count) : messages.allResults(count),
    note: null,
    Icon: List,
  };
  return [...shown, { ...all, taken: { list: kind, text } }];
}

/** What a record belongs to, up to its company. */
function placeOf({ parentName, companyName }: RecordHit): string | null {
  return companyName && companyName !== parentName ? `${parentName} · ${companyName}` : parentName;
}

function idNote({ id, isDisabled }: RecordHit): string {
  return isDisabled ? recordMessages.disabledUser(id) : id;
}

/** The words of a search, without the difference between upper and lower case. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The commands that hold every word, those first whose own name begins with the text. */
function matchingCommands(commands: readonly Command[], text: string): Command[] {
  const words = wordsOf(text);
  const start = words.join(' ');
  const rank = ({ label }: Command) => (label.toLowerCase().startsWith(start) ? 0 : 1);
  return commands
    .filter(({ label, words: more = '', group }) => {
      const names = `${label} ${more} ${group}`.toLowerCase();
      return words.every((word) => names.includes(word));
    })
    .toSorted((one, other) => rank(one) - rank(other));
}

interface Piece {
  text: string;
  isMatch: boolean;
}

/** Cuts a name into what a search found in it and what stands between. */
export function marked(name: string, text: string): Piece[] {
  const words = wordsOf(text).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (words.length === 0) return [{ text: name, isMatch: false }];
  // A pattern in parentheses keeps what it matched: every second piece is a match.
  return name
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** What was taken from the palette: a command by its id, or a record. */
export type Taken = { command: string } | { record: RecordHit; verb?: Verb } | { list: string; text: string };

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
  if (!('command' in taken)) return; // a record is remembered when it is open
  const key = keyOf(taken);
  const before = uses(user);
  const count = before.find((use) => keyOf(use.taken) === key)?.count ?? 0;
  const others = before.filter((use) => keyOf(use.taken) !== key);
  const latestFirst = [{ taken, count: count + 1 }, ...others].slice(0, kept);
  writeStored('sessionStorage', storageKey(user), JSON.stringify(latestFirst));
}

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
  if ('command' in taken) return taken.command;
  return 'record' in taken ? `${taken.record.kind} ${taken.record.id}` : taken.list;
}

export type Found = AnswerOf<'/search', 'get'>;
/** One that was opened before may not say its company. */
type RecordHit = Omit<Found['data'][number], 'companyName'> & { companyName?: string | null };

/** Where a choice leads, unless it is a command. */
export function pathOf(taken: Exclude<Taken, { command: string }>): string {
  if ('record' in taken) {
    const { kind, parentId, note, ...place } = taken.record;
    const path = note ? pathOfHolder(note) : recordNamed(kind)?.pathOf({ ...place, projectId: parentId });
    return path ?? '';
  }
  const list = recordNamed(taken.list)?.list;
  const params = new URLSearchParams(list?.all);
  params.set('search', taken.text);
  return `${list?.path()}?${params}`;
}

export function recordsQuery(text: string) {
  return queryOptions({
    queryKey: queryKeys.search(text),
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/search', { query: { Search: text }, signal }),
    enabled: text !== '',
  });
}
