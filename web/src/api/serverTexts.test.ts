import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { FieldRules } from './rules';
import * as rules from './rules.gen';
import { labels } from './serverMessages.de';
import { fieldLabel, translate, translateProblem } from './serverTexts.de';

const fields = Object.values(rules).flatMap((form): FieldRules[] => Object.values(form));

it('has a German name for each field of a form', () => {
  expect(fields.map(({ label }) => label).filter((label) => !(label in labels))).toEqual([]);
});

it('says each rule of a form in German', () => {
  const messages = fields.flatMap(({ checks }) => checks.map(({ message }) => message));
  expect(messages.length).toBeGreaterThan(200);
  expect(messages.filter((message) => translate(message) === message)).toEqual([]);
  expect(translate('Display Name length must be less than 64.')).toBe(
    '„Anzeigename“ darf höchstens 64 Zeichen lang sein.',
  );
  expect(translate('Price must be a positive amount of at most 999999999.99.')).toBe(
    '„Preis“ muss ein positiver Betrag bis 999999999,99 sein.',
  );
});

it('says each error of the contract in German', () => {
  const english = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { code, status, title, reason, errors } = value as Record<string, unknown>;
    if (typeof code === 'string' && typeof status === 'number') {
      for (const text of [title, reason, ...Object.values(errors ?? {}).flat()]) {
        if (typeof text === 'string') english.add(text);
      }
    }
    for (const part of Object.values(value)) collect(part);
  };
  collect(JSON.parse(readFileSync('../api/openapi.json', 'utf8')));
  expect(english.size).toBeGreaterThan(100);
  expect([...english].filter((text) => translate(text) === text)).toEqual([]);
});

it.each([
  ['Hosting of Shop (Acme) ends on 9 Nov 2026.', 'Hosting von Shop (Acme) endet am 09.11.2026.'],
  [
    'Hosting of Shop (Acme (Germany)) renews on 20 Nov 2026. The last day to cancel it is 6 Nov 2026.',
    'Hosting von Shop (Acme (Germany)) verlängert sich am 20.11.2026. Der letzte Tag zum Kündigen ist der 06.11.2026.',
  ],
  [
    'Hosting of Shop (Acme) was canceled. Reason: moved.\nSee mail.',
    'Hosting von Shop (Acme) wurde gekündigt. Grund: moved.\nSee mail.',
  ],
  ['Owner instead of no role in company Acme, by a@b.c', 'Inhaber statt keine Rolle in der Firma Acme, von a@b.c'],
  // Nobody can tell the names apart.
  ['Bank of Time of Shop (Acme) ends on 9 Nov 2026.', 'Bank of Time of Shop (Acme) ends on 9 Nov 2026.'],
  ['Something that a newer server says.', 'Something that a newer server says.'],
])('says in German: %s', (english, german) => expect(translate(english)).toBe(german));

it('leaves all of a problem but its sentences', () => {
  const current = { name: 'Not found' };
  expect(
    translateProblem({ code: 'x', title: 'Not found', errors: { Name: ['Name field is required.', 'odd'] }, current }),
  ).toEqual({
    code: 'x',
    title: 'Nicht gefunden',
    errors: { Name: ['„Name“ muss ausgefüllt werden.', 'odd'] },
    current,
  });
  expect(fieldLabel('Unknown Thing')).toBe('Unknown Thing');
});
