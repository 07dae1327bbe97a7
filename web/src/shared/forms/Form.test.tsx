import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import type { FormRules } from '@/api/rules';
import { PasswordField, SelectField, TextAreaField, TextField } from '@/shared/forms/fields/fields';
import { noteLastChange } from '@/shared/lastChange';
import { afterDone, afterFailure } from '@/shared/navigation/navigation';
import { FreshCache } from '@/testApp';
import { Form } from './Form';

const rules: FormRules = {
  name: {
    label: 'Name',
    checks: [
      { code: 'required', message: 'Name field is required.' },
      { code: 'maxLength', value: 5, message: 'Name length must be less than 5.' },
    ],
  },
  gender: {
    label: 'Gender',
    checks: [
      {
        code: 'oneOf',
        options: [
          { key: 'None', value: 0 },
          { key: 'Male', value: 1 },
          { key: 'temporarilyUnavailable', value: 2 },
        ],
        message: 'Gender must be one of provided options.',
      },
    ],
  },
  newPassword: { label: 'New Password', checks: [] },
  confirmNewPassword: {
    label: 'Confirm New Password',
    checks: [{ code: 'equals', field: 'newPassword', message: "Passwords don't match." }],
  },
};

const values = { name: 'Acme', gender: 0, newPassword: '', confirmNewPassword: '' };

type Submit = (values: object, version: number | undefined) => Promise<unknown>;

/** A form whose page reads again what others save. */
function Page({ onSubmit }: { onSubmit: Submit }) {
  const [stored, setStored] = useState({ version: 3, values });
  const save = (changed: object) =>
    setStored({ version: stored.version + 1, values: { ...stored.values, ...changed } });
  return (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <button type="button" onClick={() => save({ name: 'Hers' })}>
        She renames
      </button>
      <button type="button" onClick={() => save({ gender: 2 })}>
        She chooses
      </button>
      <button type="button" onClick={() => save({})}>
        She changes something else
      </button>
      <Form
        rules={rules}
        defaultValues={stored.values}
        editing={{ id: 'c1', version: stored.version }}
        onSubmit={onSubmit}
        submitLabel="Save"
      >
        <TextField name="name" />
        <SelectField name="gender" />
        <PasswordField name="newPassword" autoComplete="new-password" />
        <PasswordField name="confirmNewPassword" autoComplete="new-password" />
      </Form>
    </>
  );
}

function renderForm(onSubmit: Submit) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <Page onSubmit={onSubmit} /> },
      { path: '/elsewhere', element: <p>Elsewhere it is</p> },
    ],
    { initialEntries: [{ pathname: '/elsewhere', state: afterDone }, '/'] },
  );
  render(<RouterProvider router={router} />, { wrapper: FreshCache });
  return {
    router,
    user: userEvent.setup(),
    name: screen.getByLabelText(/^Name/),
    save: screen.getByRole('button', { name: 'Save' }),
  };
}

it('sends trimmed values, numbers for options, and the version', async () => {
  const submit = vi.fn(async () => {});
  const { user, name, save } = renderForm(submit);
  await user.clear(name);
  await user.type(name, ' Bee ');
  await user.selectOptions(screen.getByLabelText('Gender'), 'Male');
  await user.click(save);
  await waitFor(() =>
    expect(submit).toHaveBeenCalledWith({ name: 'Bee', gender: 1, newPassword: null, confirmNewPassword: null }, 3),
  );
});

it('sends nothing while a field breaks a rule, shows its message and goes there', async () => {
  const submit = vi.fn(async () => {});
  const { user, name, save } = renderForm(submit);
  await user.clear(name);
  await user.click(save);
  expect(await screen.findByText('Name field is required.')).toBeVisible();
  expect(name).toHaveFocus();
  expect(name).toBeInvalid();

  await user.keyboard('{Enter}');
  expect(submit).not.toHaveBeenCalled();
});

it('takes a mismatch back when the other field is corrected', async () => {
  const { user, save } = renderForm(vi.fn(async () => {}));
  await user.type(screen.getByLabelText('New Password'), 'one');
  await user.type(screen.getByLabelText('Confirm New Password'), 'on');
  await user.click(save);
  expect(await screen.findByText("Passwords don't match.")).toBeVisible();

  await user.type(screen.getByLabelText('New Password'), '{Backspace}');
  await waitFor(() => expect(screen.queryByText("Passwords don't match.")).toBeNull());
});

it('puts the errors of a 400 on their fields and blocks until they are changed', async () => {
  const submit = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new ApiError(400, { errors: { Name: ['Name is taken.'], Other: ['Other is wrong.'] } }))
    .mockResolvedValue();
  const scrolledTo = vi.spyOn(Element.prototype, 'scrollIntoView').mock.contexts;
  const { user, name, save } = renderForm(submit);
  await user.click(save);

  expect(await screen.findByRole('alert')).toHaveTextContent('Name is taken.');
  expect(name).toHaveAccessibleDescription('Name is taken.');
  // The panel must not take the field out of view again.
  expect(scrolledTo).toEqual([name]);
  expect(screen.getByRole('alert')).toHaveTextContent('Other is wrong.');
  expect(name).toHaveFocus();

  await user.click(save);
  expect(submit).toHaveBeenCalledTimes(1);

  // Its line leads back to it.
  await user.click(screen.getByRole('button', { name: 'Name is taken.' }));
  expect(name).toHaveFocus();

  await user.type(name, 's');
  await user.click(save);
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('sends again what was changed while its refusal was on the way', async () => {
  let refuse: (error: ApiError) => void = () => {};
  const refusal = new Promise<void>((_, reject) => {
    refuse = reject;
  });
  const submit = vi.fn<() => Promise<void>>().mockReturnValueOnce(refusal).mockResolvedValue();
  const { user, name, save } = renderForm(submit);
  await user.click(save);
  await user.type(name, 's');
  refuse(new ApiError(400, { errors: { name: ['It is taken.'] } }));
  expect((await screen.findAllByText('It is taken.'))[0]).toBeVisible();
  await user.click(save);
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(2));
});

it('brings a refusal into view that is about no field', async () => {
  const scrolledTo = vi.spyOn(Element.prototype, 'scrollIntoView').mock.contexts;
  const { user, save } = renderForm(() => Promise.reject(new ApiError(422, { error: 'It is removed.' })));
  await user.click(save);
  expect(scrolledTo).toEqual([await screen.findByRole('alert')]);
});

const conflict = new ApiError(409, {
  changedBy: 'Ann',
  changedAt: new Date().toISOString(),
  current: { ...values, name: 'Theirs', version: 8, createdAt: '2026-01-01T00:00:00Z' },
});

it('keeps mine after a conflict, against the version that was seen', async () => {
  const submit = vi.fn<() => Promise<void>>().mockRejectedValueOnce(conflict).mockResolvedValue();
  const { user, save } = renderForm(submit);
  await user.click(save);
  expect(await screen.findByRole('alert')).toHaveTextContent('Ann changed this just now');
  expect(screen.getByText('Name is now: Theirs')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(submit).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Acme' }), 8));
});

it('takes theirs after a conflict', async () => {
  const submit = vi.fn<() => Promise<void>>().mockRejectedValueOnce(conflict).mockResolvedValue();
  const { user, name, save } = renderForm(submit);
  await user.click(save);
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(name).toHaveValue('Theirs');
  expect(screen.queryByRole('alert')).toBeNull();

  // Of the stored entity, what the form edits.
  await user.type(name, '{Backspace}');
  await user.click(save);
  const sent = { name: 'Their', gender: 0, newPassword: null, confirmNewPassword: null };
  await waitFor(() => expect(submit).toHaveBeenLastCalledWith(sent, 8));
});

it('says who changed it meanwhile, keeps what is typed, and saves when asked to', async () => {
  const submit = vi.fn(async () => {});
  const { user, name, save } = renderForm(submit);
  await user.type(name, '!');
  noteLastChange('c1', 'Grace');
  await user.click(screen.getByText('She renames'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Grace changed this just now');
  expect(screen.getByText('Name is now: Hers')).toBeVisible();
  expect(name).toHaveValue('Acme!');

  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(submit).not.toHaveBeenCalled();
  await user.click(save);
  await waitFor(() => expect(submit).toHaveBeenCalledWith(expect.objectContaining({ name: 'Acme!' }), 4));
});

it('takes over what was changed meanwhile', async () => {
  const submit = vi.fn(async () => {});
  const { user, name, save } = renderForm(submit);
  await user.type(name, '!');
  await user.click(screen.getByText('She renames'));
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(name).toHaveValue('Hers');
  await user.click(save);
  await waitFor(() => expect(submit).toHaveBeenCalledWith(expect.objectContaining({ name: 'Hers' }), 4));
});

it('follows what is stored where nothing is typed', async () => {
  const submit = vi.fn(async () => {});
  const { user, name, save } = renderForm(submit);
  await user.click(screen.getByText('She renames'));
  await waitFor(() => expect(name).toHaveValue('Hers'));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(save);
  await waitFor(() => expect(submit).toHaveBeenCalledWith(expect.objectContaining({ name: 'Hers' }), 4));
});

it('does not ask about a change that is none of its fields', async () => {
  const submit = vi.fn(async () => {});
  const { user, save } = renderForm(submit);
  await user.click(screen.getByText('She changes something else'));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(save);
  await waitFor(() => expect(submit).toHaveBeenCalledWith(expect.objectContaining({ name: 'Acme' }), 4));
});

it('shows a choice of someone else by the words of the app', async () => {
  const { user, name } = renderForm(vi.fn(async () => {}));
  await user.type(name, '!');
  await user.click(screen.getByText('She chooses'));
  expect(await screen.findByText('Gender is now: Unavailable')).toBeVisible();
});

it('takes what it saved, as it was stored, for the state to compare with', async () => {
  const { user, name, save } = renderForm(async () => 4);
  await user.clear(name);
  await user.type(name, 'Hers ');
  await user.click(save);
  await waitFor(() => expect(name).toHaveValue('Hers'));
  await user.click(screen.getByText('She renames'));
  await user.click(screen.getByText('She changes something else'));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByText('Elsewhere'));
  expect(await screen.findByText('Elsewhere it is')).toBeVisible();
});

it('keeps what is typed while it saves, as not saved yet', async () => {
  let answer: (version: number) => void = () => {};
  const { user, name, save } = renderForm(() => new Promise((resolve) => (answer = resolve)));
  await user.type(name, '!');
  await user.click(save);
  await user.type(name, '{Backspace}?');
  answer(4);
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
  expect(name).toHaveValue('Acme?');
  await user.click(screen.getByText('Elsewhere'));
  expect(await screen.findByText('Leave without saving?')).toBeVisible();
});

it('asks before unsaved changes are left behind', async () => {
  const { user, name } = renderForm(vi.fn(async () => {}));
  await user.type(name, 'x');
  await user.click(screen.getByText('Elsewhere'));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(name).toBeVisible();

  await user.click(screen.getByText('Elsewhere'));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Elsewhere it is')).toBeVisible();
});

it('asks also while it saves, but makes way for what the program leads to then', async () => {
  const { user, name, save, router } = renderForm(() => new Promise(() => {}));
  const go = (to: string, state: object) => act(() => router.navigate(to, { state }));
  const asked = () => screen.queryByText('Leave without saving?') !== null;
  await user.type(name, 'x');
  // A refetch in the background that fails must not take away what is typed.
  await go('/elsewhere', afterFailure);
  expect(asked()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  // The program led there before; now it is the user who goes back.
  await act(() => router.navigate(-1));
  expect(asked()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));

  await user.click(save);
  await user.click(screen.getByText('Elsewhere'));
  expect(asked()).toBe(true);
  await go('/elsewhere', afterFailure);
  expect(screen.getByText('Elsewhere it is')).toBeVisible();
});

it('is left without a question once what was done there leads on', async () => {
  const { user, name, router } = renderForm(vi.fn(async () => {}));
  await user.type(name, 'x');
  await act(() => router.navigate('/elsewhere', { state: afterDone }));
  expect(screen.getByText('Elsewhere it is')).toBeVisible();
});

it('keeps the line breaks of a longer text', async () => {
  const save = vi.fn(async () => undefined);
  const user = userEvent.setup();
  const element = (
    <Form rules={rules} defaultValues={{ name: 'ad' }} submitLabel="Save" onSubmit={save}>
      <TextAreaField name="name" />
    </Form>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />, { wrapper: FreshCache });
  await user.type(screen.getByLabelText(/^Name/), '{Enter}b', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledWith({ name: 'a\nbd' }, undefined));
});

it('logs an answer that it does not know', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const teapot = new ApiError(418, { title: 'Teapot' });
  const { user, save } = renderForm(vi.fn().mockRejectedValue(teapot));
  await user.click(save);
  expect(await screen.findByRole('alert')).toHaveTextContent('Teapot');
  expect(warn).toHaveBeenCalledExactlyOnceWith('The form was not saved:', teapot);
});
