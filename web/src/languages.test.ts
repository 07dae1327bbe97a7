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
