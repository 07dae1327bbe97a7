import { expect, it } from 'vitest';
import { inLanguage, translateRules } from './language.ts';

it('says labels and messages of rules in another language, and leaves all else', () => {
  const language = { label: (text) => `label ${text}`, translate: (text) => `«${text}»` };
  const rule = '"name": {\n "label": "Name",\n "patterns": ["a \\"label\\""],\n "message": "Not \\"..\\"."\n}';
  expect(translateRules(rule, language)).toBe(
    '"name": {\n "label": "label Name",\n "patterns": ["a \\"label\\""],\n "message": "«Not \\"..\\".»"\n}',
  );
});

it('leaves builds in English alone', () => {
  expect(inLanguage('production')).toEqual([]);
  expect(inLanguage('de').length).toBeGreaterThan(0);
});
