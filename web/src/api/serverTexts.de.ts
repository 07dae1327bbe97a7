import { swapSigns, writeDay } from '../shared/format/locale.de.ts';
import type { Problem } from './errors';
import { labels, roles, texts } from './serverMessages.de.ts';

/** What stands for a part of a sentence, by its name there, and how German writes it. */
const parts: Record<string, { pattern: string; write: (text: string) => string }> = {
  label: { pattern: '[A-Z][A-Za-z ]*', write: fieldLabel },
  n: { pattern: '-?\\d+(?:\\.\\d+)?', write: swapSigns },
  day: { pattern: '\\d{1,2} [A-Z][a-z]{2} \\d{4}', write: writeEnglishDay },
  role: { pattern: '[A-Z][a-z]+|no\\srole', write: (text) => roles[text] ?? text },
  // Two names with «of» between them must not be taken for three.
  name: { pattern: '(?:(?! of |[()]).)+', write: (text) => text },
  text: { pattern: '.+', write: (text) => text },
};

interface Template {
  pattern: RegExp;
  names: string[];
  german: string;
}

let templates: Template[] | undefined;

export function translate(text: string): string {
  const known = texts[text];
  if (known !== undefined) return known;
  templates ??= Object.entries(texts).flatMap(([english, german]) => templateOf(english, german));
  for (const { pattern, names, german } of templates) {
    const [, ...found] = pattern.exec(text) ?? [];
    if (found.length > 0)
      return german.replaceAll(/\{(\d)\}/g, (_, place: string) => {
        const value = found[Number(place)] ?? '';
        return parts[names[Number(place)] ?? '']?.write(value) ?? value;
      });
  }
  return text;
}

function templateOf(english: string, german: string): Template[] {
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0) return [];
  const pattern = english
    .split(/\{\w+\}/)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .reduce((all, text, place) => `${all}(${parts[names[place - 1] ?? '']?.pattern})${text}`);
  return [{ pattern: new RegExp(`^${pattern}$`, 'su'), names, german }];
}

export function fieldLabel(name: string): string {
  return labels[name] ?? name;
}

export function translateProblem(problem: Problem): Problem {
  const { title, error, reason, errors } = problem;
  return {
    ...problem,
    ...(title !== undefined && { title: translate(title) }),
    ...(error !== undefined && { error: translate(error) }),
    ...(reason !== undefined && { reason: translate(reason) }),
    ...(errors !== undefined && {
      errors: Object.fromEntries(Object.entries(errors).map(([field, of]) => [field, of.map(translate)])),
    }),
  };
}

function writeEnglishDay(text: string): string {
  const day = new Date(`${text} UTC`);
  return writeDay(day.getUTCDate(), day.getUTCMonth(), day.getUTCFullYear());
}
