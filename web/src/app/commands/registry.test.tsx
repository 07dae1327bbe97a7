import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { destinations } from '@/app/shell/destinations';
import { Toasts } from '@/app/Toasts';
import { CommandLink, useCommand } from '@/shared/commands';
import { notify, undoBy } from '@/shared/toast';
import { renderAt } from '@/testApp';
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
  for (const { label, to } of destinations) {
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
  expect(labels(administrator)).toContain('Import companies');
  expect(labels(owner).filter((label) => label.startsWith('Import'))).toEqual(['Import projects']);
  expect(labels(developer).filter((label) => /^(New|Import)/.test(label))).toEqual([]);
});

const onPage = () =>
  allowedCommands(developer)
    .filter(({ group }) => group === 'This page')
    .map(({ id }) => id);

function press(id: string) {
  commands
    .find((command) => command.id === id)
    ?.run({ go: vi.fn(), back: vi.fn(), openHelp: vi.fn(), openPalette: vi.fn() });
}

function Saved({ name, onSave }: { name: string; onSave: (name: string) => void }) {
  const form = useRef<HTMLFormElement>(null);
  useCommand('save', () => onSave(name), form);
  return (
    <form ref={form}>
      <input aria-label={name} />
    </form>
  );
}

test('a command of the page exists while a part of the page offers it', async () => {
  const save = vi.fn<(name: string) => void>();
  const undo = vi.fn();
  expect(onPage()).toEqual(['back']);

  const { router } = renderAt(
    '/company',
    <>
      <CommandLink command="edit" to="/edit">
        Edit
      </CommandLink>
      <Saved name="Company" onSave={save} />
      <Toasts />
    </>,
  );
  act(() => notify.success('Acme is removed.', undoBy(undo)));
  expect(onPage()).toEqual(['edit', 'save', 'undo', 'back']);
  press('save');
  expect(save).toHaveBeenCalledExactlyOnceWith('Company');
  act(() => press('undo'));
  expect(undo).toHaveBeenCalledOnce();
  expect(onPage()).toEqual(['edit', 'save', 'back']);
  await act(async () => press('edit'));
  expect(router.state.location.pathname).toBe('/edit');
  expect(onPage()).toEqual(['back']);
});

test('of several forms the one with the focus is saved, and none without it', () => {
  const save = vi.fn<(name: string) => void>();
  render(
    <>
      <Saved name="Profile" onSave={save} />
      <Saved name="Address" onSave={save} />
    </>,
  );
  expect(onPage()).toEqual(['back']);
  screen.getByLabelText('Profile').focus();
  press('save');
  expect(save).toHaveBeenCalledExactlyOnceWith('Profile');
});

function Offering({ onRun }: { onRun: () => void }) {
  useCommand('undo', onRun);
  return null;
}

test('the latest offer of a command counts', () => {
  const done: number[] = [];
  render([1, 2].map((id) => <Offering key={id} onRun={() => done.push(id)} />));
  press('undo');
  expect(done).toEqual([2]);
});
