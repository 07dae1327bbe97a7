import { expect, it } from 'vitest';
import { inLanguage } from './language.ts';

it('leaves builds in English alone', () => {
  expect(inLanguage('production')).toEqual([]);
  expect(inLanguage('de').length).toBeGreaterThan(0);
});
