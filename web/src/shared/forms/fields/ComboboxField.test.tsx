import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Form } from '@/shared/forms/Form';
import { createStore } from '@/shared/storage/store';
import type { Suggestion } from '@/shared/ui/inputs/Combobox';
import { renderAt } from '@/testApp';
import { PickField, SuggestField } from './ComboboxField';

const people = [
  { value: 'ann@example.com', label: 'Ann', note: 'ann@example.com' },
  { value: 'anton@example.com', label: 'Anton', note: 'anton@example.com' },
];

async function renderField() {
  const submit = vi.fn(async () => {});
  const search = vi.fn();
  const { user } = renderAt(
    '/',
    <Form
      rules={{ userEmail: { label: 'User Email', checks: [] } }}
      defaultValues={{ userEmail: '' }}
      onSubmit={submit}
      submitLabel="Add"
      guard={false}
    >
      <SuggestField name="userEmail" suggestions={people} searched="an" nothing={undefined} onSearch={search} />
    </Form>,
  );
  return { user, box: await screen.findByRole('combobox'), submit, search };
}

// The first of all: later fields have the suggestions at once.
it('is a plain field until the suggestions have come, which keeps text, focus and caret', async () => {
  const { user } = renderAt(
    '/',
    <Form
      rules={{ userEmail: { label: 'User Email', checks: [] } }}
      defaultValues={{ userEmail: 'an@example.com' }}
      onSubmit={async () => {}}
      submitLabel="Add"
      guard={false}
    >
      <SuggestField name="userEmail" suggestions={people} searched="an" nothing={undefined} onSearch={() => {}} />
    </Form>,
  );
  const plain = screen.getByRole<HTMLInputElement>('textbox', { name: 'User Email' });
  expect(plain).toHaveFocus();
  plain.setSelectionRange(1, 1);
  await user.keyboard('n');
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'User Email' });
  expect(plain).not.toBeInTheDocument();
  expect(box).toHaveFocus();
  expect(box).toHaveValue('ann@example.com');
  expect(box.selectionStart).toBe(2);
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  await user.keyboard('o');
  expect(box).toHaveValue('anon@example.com');
});

it('is chosen from by keyboard, without submitting the form', async () => {
  const { user, box, submit, search } = await renderField();
  await user.type(box, 'an');
  expect(box).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('status')).toHaveTextContent('2 suggestions');
  await waitFor(() => expect(search).toHaveBeenLastCalledWith('an'));

  // The first is marked.
  await user.keyboard('{ArrowDown}{Enter}');
  expect(box).toHaveValue('anton@example.com');
  expect(box).toHaveAttribute('aria-expanded', 'false');
  expect(submit).not.toHaveBeenCalled();

  await user.keyboard('{Enter}');
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ userEmail: 'anton@example.com' }, undefined));
});

it('takes what is typed as well, and what is clicked', async () => {
  const { user, box, submit } = await renderField();
  await user.type(box, 'else@example.com{Escape}');
  expect(box).toHaveAttribute('aria-expanded', 'false');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ userEmail: 'else@example.com' }, undefined));

  await user.type(box, 'x');
  await user.click(screen.getByRole('option', { name: /Ann/ }));
  expect(box).toHaveValue('ann@example.com');
});

const acme = { value: 'c1', label: 'Acme', note: 'acme@example.com' };
const acorn = { value: 'c2', label: 'Acorn', note: '–' };
const adams = { value: 'c3', label: 'Adams', note: '–' };

interface Found {
  suggestions: Suggestion[];
  searched: string | undefined;
  nothing?: string;
}

interface PickerProps {
  found: ReturnType<typeof createStore<Found>>;
  onSearch: (text: string) => void;
}

function Picker({ found, onSearch }: PickerProps) {
  return <PickField name="companyId" nothing={undefined} onSearch={onSearch} {...found.use()} />;
}

/** A picker that finds what `answer` is given. */
async function renderPicker(initial: Found) {
  const submit = vi.fn(async () => {});
  const search = vi.fn();
  const found = createStore(initial);
  const { user } = renderAt(
    '/',
    <Form
      rules={{ companyId: { label: 'Company', checks: [] } }}
      defaultValues={{ companyId: '' }}
      onSubmit={submit}
      submitLabel="Add"
      guard={false}
    >
      <Picker found={found} onSearch={search} />
    </Form>,
  );
  const answer = (next: Found) => act(async () => found.set(next));
  return { user, box: await screen.findByRole('combobox'), submit, search, answer };
}

const marked = () => screen.findByRole('option', { selected: true });

it('opens by a click, marks the first option and goes round by the arrow keys', async () => {
  const { user, box, submit } = await renderPicker({ suggestions: [acme, acorn, adams], searched: '' });
  await user.click(box);
  expect(await marked()).toHaveTextContent('Acme');
  expect(within(screen.getByRole('listbox', { name: 'Suggestions' })).getAllByRole('option')).toHaveLength(3);
  expect(screen.getByRole('status')).toHaveTextContent('3 suggestions');
  await user.keyboard('{ArrowUp}');
  expect(await marked()).toHaveTextContent('Adams');
  expect(box).toHaveAttribute('aria-activedescendant', (await marked()).id);
  await user.keyboard('{Enter}');
  expect(box).toHaveValue('Adams');
  expect(submit).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ companyId: 'c3' }, undefined));
});

it('picks nothing of a search that is still on its way, nor half a name', async () => {
  const { user, box, submit, search, answer } = await renderPicker({ suggestions: [acme, acorn], searched: '' });
  await user.type(box, 'aco');
  await waitFor(() => expect(search).toHaveBeenLastCalledWith('aco'));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(box).toHaveValue('aco');
  expect(screen.queryByRole('option', { selected: true })).toBeNull();
  expect(submit).not.toHaveBeenCalled();

  await answer({ suggestions: [acorn], searched: 'aco' });
  expect(await marked()).toHaveTextContent('Acorn');
  await user.keyboard('{Enter}');
  expect(box).toHaveValue('Acorn');
  await user.type(box, 's{Escape}');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ companyId: null }, undefined));
});

it.each([
  ['marked at first', '', 'Acorn'],
  ['chosen', '{ArrowDown}', 'Adams'],
])('takes the option that was %s, also when the list is read again meanwhile', async (_, keys, taken) => {
  const { user, box, answer } = await renderPicker({ suggestions: [acorn, adams], searched: '' });
  await user.click(box);
  await marked();
  if (keys) await user.keyboard(keys);
  await answer({ suggestions: [acme, acorn, adams], searched: '' });
  await user.keyboard('{Enter}');
  expect(box).toHaveValue(taken);
});

it('says that a search found nothing, and keeps what is typed when Escape has nothing to close', async () => {
  const { user, box, answer } = await renderPicker({ suggestions: [acme], searched: '' });
  await user.type(box, 'zzz');
  await answer({ suggestions: [], searched: 'zzz', nothing: 'No company found.' });
  expect(await screen.findByText('No company found.')).toBeVisible();
  expect(box).toHaveAttribute('aria-expanded', 'false');
  await user.keyboard('{Escape}');
  expect(box).toHaveValue('zzz');
  await user.tab();
  expect(screen.queryByText('No company found.')).toBeNull();
});

it('keeps what is typed when the search fails, and picks from the next one', async () => {
  const { user, box, search, answer } = await renderPicker({ suggestions: [acme], searched: '' });
  await user.type(box, 'ac');
  await answer({ suggestions: [], searched: 'ac', nothing: 'The search did not work. Type on to try again.' });
  expect(await screen.findByText('The search did not work. Type on to try again.')).toHaveRole('status');
  expect(box).toHaveValue('ac');
  await user.type(box, 'o');
  await waitFor(() => expect(search).toHaveBeenLastCalledWith('aco'));
  await answer({ suggestions: [acorn], searched: 'aco' });
  await user.click(await screen.findByRole('option', { name: /Acorn/ }));
  expect(box).toHaveValue('Acorn');
});
