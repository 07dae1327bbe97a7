import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Form } from '@/shared/forms/Form';
import { renderAt } from '@/testApp';
import { MoneyField } from './fields';

const cost = {
  label: 'Cost',
  checks: [
    { code: 'required', message: 'required' },
    { code: 'money', patterns: ['^[0-9]{1,9}(?:\\.[0-9]+)?$', '[1-9]'], message: 'not positive or too much' },
    { code: 'decimals', patterns: ['^[0-9]+(?:\\.[0-9]{1,2})?$'], message: 'too many decimals' },
  ],
};

function renderForm(initial: number | null = null) {
  const save = vi.fn(async () => undefined);
  const { user } = renderAt(
    '/',
    <Form rules={{ cost }} defaultValues={{ cost: initial }} submitLabel="Save" onSubmit={save}>
      <MoneyField name="cost" />
    </Form>,
  );
  return { user, save, field: screen.getByLabelText<HTMLInputElement>(/^Cost/) };
}

it('shows two decimals, from the beginning and when it is left, and gives a number', async () => {
  const { user, save, field } = renderForm(5);
  expect(field).toHaveValue('5.00');
  await user.clear(field);
  await user.type(field, '$1,234.5');
  expect(field).toHaveValue('$1,234.5');
  await user.tab();
  expect(field).toHaveValue('1234.50');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledWith({ cost: 1234.5 }, undefined));
});

it.each([
  ['', 'required'],
  ['0', 'not positive or too much'],
  ['-3', 'not positive or too much'],
  ['1000000000', 'not positive or too much'],
  ['free', 'not positive or too much'],
  ['1e3', 'not positive or too much'],
  ['12,50', 'Write 12.50 with a point.'],
  ['$ 1.234,5', 'Write 1234.5 with a point.'],
  ['1,2,3', 'not positive or too much'],
  ['1,2345', 'not positive or too much'],
  ['1,234.999', 'too many decimals'],
  ['1.999', 'too many decimals'],
  ['1.9999999999999999999', 'too many decimals'],
])('refuses "%s"', async (text, message) => {
  const { user, save, field } = renderForm();
  if (text) await user.type(field, text);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(save).not.toHaveBeenCalled();
});

it('keeps what was typed with a comma, and takes it once it has a point', async () => {
  const { user, save, field } = renderForm();
  await user.type(field, '49,90');
  await user.tab();
  expect(await screen.findByText('Write 49.90 with a point.')).toBeVisible();
  expect(field).toHaveValue('49,90');
  await user.clear(field);
  await user.type(field, '49.90');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledWith({ cost: 49.9 }, undefined));
});
