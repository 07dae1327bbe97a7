import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '@/testApp';
import { Menu } from './Menu';

async function renderMenu() {
  const chosen = vi.fn<(item: string) => void>();
  const items = ['Invite again', 'Make administrator', 'Disable'].map((label) => ({
    label,
    icon: null,
    onSelect: () => chosen(label),
  }));
  const { user } = renderAt(
    '/',
    <>
      <Menu items={items} />
      <button type="button">Next</button>
    </>,
  );
  // Another one, once it is loaded.
  const button = () => screen.getByRole('button', { name: 'More actions' });
  const item = (name: string) => screen.findByRole('menuitem', { name });
  return { user, button, item, chosen };
}

it('moves by the arrow keys and by typing, and takes by Enter', async () => {
  const { user, button, item, chosen } = await renderMenu();
  button().focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(async () => expect(await item('Invite again')).toHaveFocus());
  expect(button()).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{ArrowUp}');
  expect(await item('Disable')).toHaveFocus();
  await user.keyboard('m');
  expect(await item('Make administrator')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Make administrator');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('closes by Escape, and gives the focus back to its button', async () => {
  const { user, button, item, chosen } = await renderMenu();
  await user.click(button());
  expect(await screen.findByRole('menu', { name: 'More actions' })).toBeVisible();
  await item('Disable');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(button()).toHaveFocus();
  expect(chosen).not.toHaveBeenCalled();
});

it('takes what is clicked', async () => {
  const { user, button, item, chosen } = await renderMenu();
  await user.click(button());
  await user.click(await item('Disable'));
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Disable');
});

it('is left by Tab, to what follows its button', async () => {
  const { user, button, item } = await renderMenu();
  button().focus();
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await item('Invite again')).toHaveFocus());
  await user.tab();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});
