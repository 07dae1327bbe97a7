import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { headings, texts as outgoing } from './outgoingMessages.de';
import type { FieldRules } from './rules';
import * as recordRules from './rules.gen';
import * as germanRecordRules from './rules.gen.de';
import { labels, texts as shown } from './serverMessages.de';
import type { Text } from './serverTexts';
import { fieldLabel, translate, translateProblem } from './serverTexts.de';
import * as settingsRules from './settingsRules.gen';
import * as germanSettingsRules from './settingsRules.gen.de';

const texts = { ...shown, ...outgoing };
const contract = JSON.parse(readFileSync('../api/openapi.json', 'utf8')) as { 'x-texts': Record<string, string> };
const rules = { ...recordRules, ...settingsRules };
const germanRules = { ...germanRecordRules, ...germanSettingsRules };
const fields = Object.values(rules).flatMap((form): FieldRules[] => Object.values(form));

it('has a German name for each field of a form', () => {
  expect(fields.map(({ label }) => label).filter((label) => !(label in labels))).toEqual([]);
});

it('says each rule of a form in German', () => {
  expect(germanRules.ProfileInput.displayName.label).toBe('Anzeigename');
  const messages = fields.flatMap(({ checks }) => checks.map(({ message }) => message));
  const german = Object.values(germanRules)
    .flatMap((form): FieldRules[] => Object.values(form))
    .flatMap(({ checks }) => checks.map(({ message }) => message));
  expect(german.length).toBeGreaterThan(200);
  expect(german).toHaveLength(messages.length);
  expect(german.filter((message) => messages.includes(message))).toEqual([]);
  expect(german).toContain('„Anzeigename“ darf höchstens 64 Zeichen lang sein.');
  expect(german).toContain('„Preis“ muss ein positiver Betrag bis 999999999,99 sein.');
});

it('has each sentence of the server in German, with no value that the server does not send', () => {
  const valuesIn = (text = '') => new Set([...text.matchAll(/\{\w+\}/g)].map(String));
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(contract['x-texts']).toSorted());
  for (const [key, german] of Object.entries(texts)) {
    const sent = valuesIn(contract['x-texts'][key]);
    expect(
      [...valuesIn(german)].filter((value) => !sent.has(value)),
      key,
    ).toEqual([]);
  }
});

it.each([
  [
    'notification.endsSoon',
    { name: 'Bank of Time', project: 'Shop of Acme', company: 'Acme (Germany)', day: '2026-11-09' },
    'Bank of Time von Shop of Acme (Acme (Germany)) endet am 09.11.2026.',
  ],
  [
    'notification.renewsSoon',
    { name: 'Hosting', project: 'Shop', company: 'Acme', day: '2026-11-20', lastDay: '2026-11-06' },
    'Hosting von Shop (Acme) verlängert sich am 20.11.2026. Der letzte Tag zum Kündigen ist der 06.11.2026.',
  ],
  [
    'notification.canceledForReason',
    { name: 'Hosting', project: 'Shop', company: 'Acme', reason: 'moved.\nSee {day}.' },
    'Hosting von Shop (Acme) wurde gekündigt. Grund: moved.\nSee {day}.',
  ],
  ['field.lengthLess', { label: 'Display Name', max: '64' }, '„Anzeigename“ darf höchstens 64 Zeichen lang sein.'],
])('says in German: %s', (key, params, german) => expect(translate('English', { key, params })).toBe(german));

it('says what the server says in German', () => {
  const said = JSON.parse(readFileSync('../internal/tracker/testdata/german.json', 'utf8')) as {
    text: Text;
    german: string;
  }[];
  expect(said.length).toBeGreaterThan(5);
  for (const { text, german } of said) expect(translate('English', text)).toBe(german);
});

it('has one German name for a heading', () => {
  expect(Object.keys(headings).filter((heading) => heading in labels)).toEqual([]);
});

it('says a sentence within another one', () => {
  const role = { key: 'event.companyRole', params: { role: 'Owner', roleBefore: 'no role', place: 'Acme' } };
  expect(translate('', { key: 'event.by', params: { by: 'a@b.c' }, inner: [role] })).toBe(
    'Inhaber statt keine Rolle in der Firma Acme, durch a@b.c',
  );
});

it('leaves a sentence in English that has no text, or one of a newer server', () => {
  expect(translate('Something.', undefined)).toBe('Something.');
  expect(translate('Something.', { key: 'newer' })).toBe('Something.');
  expect(translate('Something.', { key: 'sentences', inner: [{ key: 'notFound' }, { key: 'newer' }] })).toBe(
    'Something.',
  );
});

it('leaves all of a problem but its sentences', () => {
  const current = { name: 'Not found' };
  expect(
    translateProblem({
      code: 'notFound',
      title: 'Not found',
      errors: { Name: ['Name field is required.', 'odd'] },
      errorTexts: { Name: [{ key: 'field.required', params: { label: 'Name' } }] },
      current,
    }),
  ).toMatchObject({
    code: 'notFound',
    title: 'Nicht gefunden',
    errors: { Name: ['„Name“ muss ausgefüllt werden.', 'odd'] },
    current,
  });
  expect(fieldLabel('Unknown Thing')).toBe('Unknown Thing');
});
