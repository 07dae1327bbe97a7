import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '@/testApp';
import { Form } from './Form';
import { SuggestField } from './SuggestField';

const people = [
  { value: 'ann@example.com', label: 'Ann' },
  { value: 'anton@example.com', label: 'Anton' },
];

function renderField() {
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
      <SuggestField name="userEmail" suggestions={people} nothing={undefined} onSearch={search} />
    </Form>,
  );
  return { user, box: screen.getByRole('combobox'), submit, search };
}

it('is chosen from by keyboard, without submitting the form', async () => {
  const { user, box, submit, search } = renderField();
  await user.type(box, 'an');
  expect(box).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('status')).toHaveTextContent('2 suggestions');
  await waitFor(() => expect(search).toHaveBeenLastCalledWith('an'));

  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(box).toHaveValue('anton@example.com');
  expect(box).toHaveAttribute('aria-expanded', 'false');
  expect(submit).not.toHaveBeenCalled();

  await user.keyboard('{Enter}');
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ userEmail: 'anton@example.com' }, undefined));
});

it('takes what is typed as well, and what is clicked', async () => {
  const { user, box, submit } = renderField();
  await user.type(box, 'else@example.com{Escape}');
  expect(box).toHaveAttribute('aria-expanded', 'false');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ userEmail: 'else@example.com' }, undefined));

  await user.type(box, 'x');
  await user.click(screen.getByRole('option', { name: /Ann/ }));
  expect(box).toHaveValue('ann@example.com');
});
