import { expect, test } from 'vitest';
import { destinations } from '@/app/shell/destinations';
import { allowedCommands, type CommandEffects, commands } from './registry';

const administrator = { isAdmin: true, addsProjects: true };
const owner = { isAdmin: false, addsProjects: true };
const developer = { isAdmin: false, addsProjects: false };

function labels(rights: typeof administrator): string[] {
  return allowedCommands(rights).map(({ label }) => label);
}

test('no two commands share an id, a name or keys, and no keys are the beginning of others', () => {
  const keys = commands.flatMap((command) => (command.keys ? [command.keys.join(' ')] : []));
  for (const names of [commands.map(({ id }) => id), commands.map(({ label }) => label), keys]) {
    expect(new Set(names).size).toBe(names.length);
  }
  for (const sequence of keys) {
    expect(keys.filter((other) => other.startsWith(`${sequence} `))).toEqual([]);
  }
});

test('every place of the navigation has a command and a key', () => {
  for (const { label, to } of Object.values(destinations)) {
    const visited: string[] = [];
    const effects: CommandEffects = { go: (path) => visited.push(path), back() {}, openHelp() {}, openPalette() {} };
    const command = commands.find((candidate) => candidate.label === label);
    command?.run(effects);
    expect(visited).toEqual([to]);
    expect(command?.keys).toHaveLength(2);
  }
});

test('nobody gets what they may not do', () => {
  expect(labels(administrator)).toEqual(expect.arrayContaining(['Account', 'New company', 'New project', 'New user']));
  expect(labels(owner)).toContain('New project');
  for (const label of ['Account', 'New company', 'New product', 'New subscription', 'New user']) {
    expect(labels(owner)).not.toContain(label);
  }
  expect(labels(developer).filter((label) => label.startsWith('New'))).toEqual([]);
});

test('a command of the page exists where the page has what it presses', () => {
  const clicked: string[] = [];
  const main = document.createElement('main');
  main.innerHTML =
    '<a href="/btracker/app/companies/1/edit">Edit</a><form></form><p data-toast="success"><button>Undo</button></p>';
  main.addEventListener('click', (event) => {
    event.preventDefault();
    clicked.push((event.target as Element).textContent);
  });
  main.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    clicked.push('saved');
  });
  const onPage = () =>
    allowedCommands(developer)
      .filter(({ group }) => group === 'This page')
      .map(({ id }) => id);
  expect(onPage()).toEqual(['back']);

  document.body.append(main);
  expect(onPage()).toEqual(['edit', 'save', 'undo', 'back']);
  const effects: CommandEffects = { go() {}, back() {}, openHelp() {}, openPalette() {} };
  for (const id of ['edit', 'save', 'undo']) commands.find((command) => command.id === id)?.run(effects);
  expect(clicked).toEqual(['Edit', 'saved', 'Undo']);
  main.remove();
});
