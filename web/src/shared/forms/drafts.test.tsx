import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import type { FormRules } from '@/api/rules';
import { PickField } from '@/shared/forms/fields/ComboboxField';
import { CheckboxField, MoneyField, PasswordField, TextAreaField, TextField } from '@/shared/forms/fields/fields';
import { afterDone } from '@/shared/navigation/navigation';
import { type Draft, DraftsContext, openDrafts } from '@/shared/storage/draftStore';
import { FreshCache } from '@/testApp';
import { Form } from './Form';
import { FormDialog } from './FormDialog';

const rules: FormRules = {
  name: { label: 'Name', checks: [] },
  details: { label: 'Details', checks: [] },
  price: { label: 'Price', checks: [] },
  autoRenew: { label: 'Auto Renew', checks: [] },
  companyId: { label: 'Company', checks: [] },
  password: { label: 'Password', checks: [] },
};

const blank = { name: '', details: null, price: null, autoRenew: false, companyId: '', password: '' };

type Submit = (values: object, version: number | undefined) => Promise<unknown>;

interface PageOptions {
  owner?: string;
  stored?: Partial<typeof blank> & object;
  version?: number;
  onSubmit?: Submit;
}

const never: Submit = () => Promise.reject(new ApiError(500));

/** Opens the page of a form, as a visit or a reload would. */
function open({ owner = 'ada@example.com', stored = blank, version, onSubmit = never }: PageOptions = {}) {
  cleanup();
  const page = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Form
        rules={rules}
        defaultValues={{ ...blank, ...stored }}
        {...(version !== undefined && { editing: { id: 'c1', version } })}
        onSubmit={onSubmit}
        submitLabel="Save"
      >
        <TextField name="name" />
        <TextAreaField name="details" />
        <MoneyField name="price" />
        <CheckboxField name="autoRenew" />
        <PickField
          name="companyId"
          suggestions={[{ value: 'c7', label: 'Acme', note: '–' }]}
          searched=""
          nothing={undefined}
          onSearch={() => {}}
        />
        <PasswordField name="password" autoComplete="new-password" />
      </Form>
    </>
  );
  const router = createMemoryRouter(
    [
      { path: '/form', element: page },
      { path: '*', element: <p>Elsewhere it is</p> },
    ],
    { initialEntries: ['/form'] },
  );
  render(
    <DraftsContext value={openDrafts(owner)}>
      <RouterProvider router={router} />
    </DraftsContext>,
    { wrapper: FreshCache },
  );
  return { user: userEvent.setup(), router };
}

const name = () => screen.getByLabelText(/^Name/);
const restored = () => screen.findByText(/^Restored what you typed/);
const isRestored = () => screen.queryByText(/^Restored what you typed/) !== null;
const save = () => screen.getByRole('button', { name: 'Save' });

beforeEach(() => sessionStorage.clear());

it('brings back what was typed into any kind of field, but no password', async () => {
  const { user } = open();
  await user.type(name(), 'Acme');
  await user.type(screen.getByLabelText(/^Details/), 'two{Enter}lines');
  await user.type(screen.getByLabelText(/^Price/), '49.9');
  await user.click(screen.getByLabelText('Auto Renew'));
  await user.click(await screen.findByRole('combobox', { name: /^Company/ }));
  await user.click(screen.getByText('Acme'));
  await user.type(screen.getByLabelText(/^Password/), 'Secret-123');
  expect(JSON.stringify(sessionStorage)).not.toContain('Secret-123');

  open();
  expect(await restored()).toBeVisible();
  expect(name()).toHaveValue('Acme');
  expect(screen.getByLabelText(/^Details/)).toHaveValue('two\nlines');
  expect(screen.getByLabelText(/^Price/)).toHaveValue('49.90');
  expect(screen.getByLabelText('Auto Renew')).toBeChecked();
  expect(screen.getByLabelText(/^Company/)).toHaveValue('Acme');
  expect(screen.getByLabelText(/^Password/)).toHaveValue('');
});

it('sends what was restored, and forgets it once it is saved', async () => {
  const told = vi.spyOn(console, 'warn').mockReturnValue();
  const first = open();
  await first.user.type(name(), 'Acme');
  await first.user.click(save());
  expect(told).toHaveBeenCalledWith('The form was not saved:', expect.objectContaining({ status: 500 }));

  const onSubmit = vi.fn<Submit>(async () => undefined);
  const { user } = open({ onSubmit });
  await restored();
  await user.click(save());
  await waitFor(() => expect(isRestored()).toBe(false));
  expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ name: 'Acme' }), undefined);
  open();
  expect(name()).toHaveValue('');
});

it('can be discarded', async () => {
  const first = open();
  await first.user.type(name(), 'Acme');
  await first.user.click(screen.getByLabelText(/^Company/));
  await first.user.click(screen.getByText('Acme', { selector: '[role=option] *' }));

  const { user } = open({ stored: { name: 'Stored' } });
  await restored();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(isRestored()).toBe(false);
  expect(name()).toHaveValue('Stored');
  expect(screen.getByLabelText(/^Company/)).toHaveValue('');
  open({ stored: { name: 'Stored' } });
  expect(name()).toHaveValue('Stored');
});

it('is not kept where the fields are as they were', async () => {
  const { user } = open({ stored: { name: 'Stored' } });
  await user.type(name(), 'x');
  await user.type(name(), '{Backspace}');
  open({ stored: { name: 'Stored' } });
  expect(isRestored()).toBe(false);
  expect(sessionStorage.getItem('btracker.drafts')).not.toContain('Stored');
});

it('is nothing to restore once it is what is stored: the save only seemed to fail', async () => {
  const { user } = open({ stored: { name: 'Old' }, version: 3 });
  await user.type(name(), 'er');
  open({ stored: { name: 'Older' }, version: 4 });
  expect(isRestored()).toBe(false);
  expect(JSON.stringify(sessionStorage)).not.toContain('Older');
});

it('is left behind by whoever leaves the page on purpose', async () => {
  const { user } = open();
  await user.type(name(), 'Acme');
  await user.click(screen.getByText('Elsewhere'));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(screen.getByText('Elsewhere it is')).toBeVisible();
  open();
  expect(name()).toHaveValue('');
});

it('asks before it is left, though nothing was typed since', async () => {
  const first = open();
  await first.user.type(name(), 'Acme');
  const { user } = open();
  await restored();
  await user.click(screen.getByText('Elsewhere'));
  expect(await screen.findByText('Leave without saving?')).toBeVisible();
});

it("is never another person's", async () => {
  const { user } = open();
  await user.type(name(), 'Acme');
  open({ owner: 'bob@example.com' });
  expect(name()).toHaveValue('');
  open();
  expect(name()).toHaveValue('');
});

it('goes on with the version it was begun on, and is told of a newer one', async () => {
  const first = open({ stored: { name: 'Old' }, version: 3 });
  await first.user.type(screen.getByLabelText(/^Details/), 'mine');

  const onSubmit = vi.fn<Submit>(async () => undefined);
  const { user } = open({ stored: { name: 'Hers' }, version: 4, onSubmit });
  await restored();
  expect(await screen.findByText(/changed this/)).toBeVisible();
  expect(screen.getByText(/Name is now: .*Hers/)).toBeVisible();
  expect(screen.getByLabelText(/^Details/)).toHaveValue('mine');
  await user.click(save());
  expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ name: 'Old', details: 'mine' }), 3);
});

it('takes theirs after a return as well', async () => {
  const first = open({ stored: { name: 'Old' }, version: 3 });
  await first.user.type(name(), 'er');
  const { user } = open({ stored: { name: 'Hers' }, version: 4 });
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(name()).toHaveValue('Hers');
  open({ stored: { name: 'Hers' }, version: 4 });
  expect(isRestored()).toBe(false);
});

it('is saved over a newer version that is the same to the form', async () => {
  const first = open({ stored: { name: 'Old' }, version: 3 });
  await first.user.type(name(), 'er');
  const onSubmit = vi.fn<Submit>(async () => undefined);
  const { user } = open({ stored: { name: 'Old' }, version: 5, onSubmit });
  await restored();
  await user.click(save());
  expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ name: 'Older' }), 5);
});

it('begins anew on the version that was saved, where the form stays open', async () => {
  const onSubmit = vi.fn<Submit>(async () => 4);
  const { user } = open({ stored: { name: 'Old' }, version: 3, onSubmit });
  await user.type(name(), 'er');
  await user.click(save());
  await waitFor(() => expect(sessionStorage.getItem('btracker.drafts')).not.toContain('Older'));
  await user.type(name(), '!');
  const kept = JSON.parse(sessionStorage.getItem('btracker.drafts') ?? '') as { drafts: Record<string, Draft> };
  expect(Object.values(kept.drafts)).toMatchObject([
    { began: { version: 4, values: { name: 'Older' } }, typed: { name: 'Older!' } },
  ]);
});

it('stays when the program leads elsewhere', async () => {
  const { user, router } = open();
  await user.type(name(), 'Acme');
  await act(() => router.navigate('/elsewhere', { state: afterDone }));
  open();
  expect(await restored()).toBeVisible();
});

it('belongs to a dialog and its record, and goes when that is closed', async () => {
  const show = (id: string) => {
    cleanup();
    const onClose = vi.fn();
    const dialog = (
      <FormDialog
        title="Edit"
        rules={{ details: { label: 'Details', checks: [] } }}
        defaultValues={{ details: '' }}
        editing={{ id, version: 1 }}
        submitLabel="Save"
        onSubmit={never}
        onClose={onClose}
      >
        <TextAreaField name="details" />
      </FormDialog>
    );
    const router = createMemoryRouter([{ path: '/', element: dialog }]);
    render(
      <DraftsContext value={openDrafts('ada@example.com')}>
        <RouterProvider router={router} />
      </DraftsContext>,
      { wrapper: FreshCache },
    );
    return { user: userEvent.setup(), onClose };
  };
  const first = show('m1');
  await first.user.type(screen.getByLabelText(/^Details/), 'knows the keys');
  show('m2');
  expect(screen.getByLabelText(/^Details/)).toHaveValue('');
  const { user, onClose } = show('m1');
  await restored();
  expect(screen.getByLabelText(/^Details/)).toHaveValue('knows the keys');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
  show('m1');
  expect(screen.getByLabelText(/^Details/)).toHaveValue('');
});
