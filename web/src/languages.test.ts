import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const texts = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /[mM]essages\.ts$/.test(file))
  .map((file) => `src/${file}`);

it('has each catalogue of texts in German', () => {
  expect(texts.length).toBeGreaterThan(30);
  expect(texts.filter((file) => !existsSync(file.replace(/\.ts$/, '.de.ts')))).toEqual([]);
});

it('has each export of a catalogue in German', () => {
  const exportsOf = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name).toSorted();
  for (const file of texts) {
    expect(exportsOf(file.replace(/\.ts$/, '.de.ts')), file).toEqual(exportsOf(file));
  }
});

const modules = import.meta.glob('./**/*essages{,.de}.ts', { eager: true });

/** The texts of a module by their places in it; those that are made of parts are functions. */
function textsOf(value: unknown, place = ''): [place: string, text: string][] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsOf(part, `${place}.${name}`));
}

it('leaves no text of several words in English', () => {
  for (const file of texts) {
    const path = file.replace(/^src/, '.');
    const german = new Set(textsOf(modules[path.replace(/\.ts$/, '.de.ts')]).map(String));
    const left = textsOf(modules[path]).filter((text) => german.has(String(text)) && / \p{L}/u.test(text[1]));
    expect(left, file).toEqual([]);
  }
});
