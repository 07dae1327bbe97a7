import { swapSigns, writeDay } from '../shared/format/locale.de.ts';
import type { Problem } from './errors';
import { labels, texts, words } from './serverMessages.de.ts';
import type { Text } from './serverTexts';

/** How German writes a value, by its name in the sentence; others stay as they are. */
const writers: Record<string, (value: string) => string> = {
  label: fieldLabel,
  amount: swapSigns,
  day: writeIsoDay,
  lastDay: writeIsoDay,
  role: inWords,
  roleBefore: inWords,
  method: inWords,
  provider: inWords,
};

export function translate(sentence: string, text: Text | undefined): string {
  return (text && say(text)) ?? sentence;
}

/** A sentence in German; undefined for one that only a newer server has. */
export function say({ key, params = {}, inner = [] }: Text): string | undefined {
  const german = (texts as Record<string, string>)[key];
  const within = inner.map(say);
  if (german === undefined || within.includes(undefined)) return undefined;
  return german.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'inner') return within.join(' ');
    const value = params[name] ?? '';
    return writers[name]?.(value) ?? value;
  });
}

/** Of own fields, by their English labels. */
const learnt = new Map<string, string>();

export function learnLabels(fields: readonly { label: string; labelDe: string | null }[]): void {
  for (const { label, labelDe } of fields) if (labelDe !== null) learnt.set(label, labelDe);
}

export function fieldLabel(name: string): string {
  return labels[name] ?? learnt.get(name) ?? name;
}

export function translateProblem(problem: Problem): Problem {
  const { code, title, error, reason, reasonText, errors, errorTexts } = problem;
  const said = say({ key: `title.${code}` });
  return {
    ...problem,
    ...(title !== undefined && { title: said ?? title }),
    ...(error !== undefined && { error: said ?? error }),
    ...(reason !== undefined && { reason: translate(reason, reasonText) }),
    ...(errors !== undefined && {
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, of]) => [
          field,
          of.map((message, place) => translate(message, errorTexts?.[field]?.[place])),
        ]),
      ),
    }),
  };
}

function inWords(value: string): string {
  return words[value] ?? value;
}

function writeIsoDay(value: string): string {
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number);
  return writeDay(day, month - 1, year);
}
