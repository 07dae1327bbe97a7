import { Circle } from 'lucide-react';
import { afterEach, expect, it } from 'vitest';
import { choicesOf, grouped, marked, mostUsed, pathOf, remember } from './choices';
import type { Command } from './registry';

const run = () => {};
const commands: Command[] = [
  { id: 'palette', group: 'Settings', label: 'Search and commands', Icon: Circle, run },
  { id: 'dark', group: 'Settings', label: 'Dark theme', words: 'colour', Icon: Circle, run },
  { id: 'new', group: 'Create', label: 'New company', Icon: Circle, run },
  { id: 'go', group: 'Go to', label: 'Companies', Icon: Circle, run },
];
const acme = {
  kind: 'company',
  id: '1',
  name: 'Acme',
  parentId: null,
  parentName: null,
  isDisabled: false,
  companyName: null,
};
const ann = {
  kind: 'user',
  id: 'ann@example.com',
  name: 'Ann',
  parentId: null,
  parentName: null,
  isDisabled: false,
  companyName: null,
};

function offered(sources: Partial<Parameters<typeof choicesOf>[0]>) {
  return grouped(choicesOf({ commands, text: '', found: { data: [], counts: [] }, recent: [], ...sources })).map(
    ({ group, lines }) => [group, ...lines.map(({ choice }) => choice.label)],
  );
}

afterEach(() => sessionStorage.clear());

it('offers every command at first, what was used before all', () => {
  expect(offered({ recent: [{ record: acme }, { command: 'dark' }, { command: 'gone' }] })).toEqual([
    ['Recent', 'Acme', 'Dark theme'],
    ['Go to', 'Companies'],
    ['Create', 'New company'],
    ['Settings', 'Dark theme'],
  ]);
});

it('offers commands that match, by the beginning of their name first, then records by kind', () => {
  expect(
    offered({ text: 'COMPAN', found: { data: [acme, ann, { ...acme, kind: 'unheard of' }], counts: [] } }),
  ).toEqual([
    ['Commands', 'Companies', 'New company'],
    ['Companies', 'Acme'],
    ['Users', 'Ann'],
  ]);
  expect(offered({ text: 'theme colour' })).toEqual([['Commands', 'Dark theme']]);
});

it('says who is disabled', () => {
  const notes = choicesOf({
    commands: [],
    text: 'ann',
    found: { data: [ann, { ...ann, isDisabled: true }], counts: [] },
    recent: [],
  });
  expect(notes.map(({ note }) => note)).toEqual(['ann@example.com', 'ann@example.com · Disabled']);
});

it('leads to all results where there are more, with the same search', () => {
  const found = {
    data: [acme, ann],
    counts: [
      { kind: 'company', count: 1200 },
      { kind: 'user', count: 1 },
    ],
  };
  const choices = choicesOf({ commands: [], text: 'a&b', found, recent: [] });
  expect(choices.map(({ label }) => label)).toEqual(['Acme', 'All 1,200 results', 'Ann']);
  expect(choices.map(({ taken }) => ('command' in taken ? '' : pathOf(taken)))).toEqual([
    '/btracker/app/companies/1',
    '/btracker/app/companies?search=a%26b',
    '/btracker/app/users/ann@example.com',
  ]);
  expect(pathOf({ list: 'projectSubscription', text: 'x' })).toBe('/btracker/app/renewals?preset=all&search=x');
});

it('marks what matched, whatever it is made of', () => {
  expect(marked('Acme (east) acme', 'ACME (').map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))).toEqual([
    '[Acme]',
    ' ',
    '[(]',
    'east) ',
    '[acme]',
  ]);
  expect(marked('Acme', ' ')).toEqual([{ text: 'Acme', isMatch: false }]);
});

it('remembers what was taken most, for one user', () => {
  remember('ada', { command: 'go' });
  remember('ada', { command: 'new' });
  remember('ada', { record: acme });
  remember('ada', { command: 'dark' });
  remember('ada', { command: 'new' });
  expect(mostUsed('ada')).toEqual([{ command: 'new' }, { command: 'dark' }, { command: 'go' }]);
  expect(mostUsed('bob')).toEqual([]);
});
