import type { LucideIcon } from 'lucide-react';
import { recordMessages } from '@/shared/recordMessages';
import { messages } from './messages';
import type { Taken } from './recent';
import { kinds, type RecordHit } from './records';
import { type Command, groups } from './registry';

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
  hits: readonly RecordHit[];
  recent: readonly Taken[];
}

/** What the palette offers: at first what was used most, then every command; on a search what matches. */
export function choicesOf({ commands, text, hits, recent }: Sources): Choice[] {
  // Asked for in the palette, the palette itself is no news.
  const known = commands.filter(({ id }) => id !== 'palette');
  if (text !== '') {
    const matching = matchingCommands(known, text).map((command) => ({
      ...commandChoice(command),
      group: messages.commands,
      note: command.group,
    }));
    return [...matching, ...hits.flatMap(recordChoice)];
  }
  const used = recent.flatMap((taken) =>
    'record' in taken ? recordChoice(taken.record) : known.filter(({ id }) => id === taken.command).map(commandChoice),
  );
  const byGroup = groups.flatMap((group) => known.filter((command) => command.group === group));
  return [
    ...used.map((choice) => ({ ...choice, key: `recent ${choice.key}`, group: messages.recent })),
    ...byGroup.map(commandChoice),
  ];
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
  const kind = kinds[record.kind];
  if (!kind) return [];
  return [
    {
      key: `${record.kind} ${record.id}`,
      group: kind.group,
      label: record.name,
      note: record.kind === 'user' ? userNote(record) : record.parentName,
      Icon: kind.Icon,
      taken: { record },
    },
  ];
}

function userNote({ id, isDisabled }: RecordHit): string {
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
