import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { notify } from '@/shared/toast';
import { CopyButton } from './CopyButton';

it('says that it copied, or that the browser did not let it', async () => {
  vi.stubGlobal('isSecureContext', true);
  const user = userEvent.setup();
  const warning = vi.spyOn(notify, 'warning');
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('refused'));
  render(<CopyButton text="ada@example.com" what="e-mail" />);
  await user.click(screen.getByRole('button', { name: 'Copy e-mail' }));
  await vi.waitFor(() => expect(warning).toHaveBeenCalledWith('The browser does not let this page copy.'));
  await user.click(screen.getByRole('button', { name: 'Copy e-mail' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(write).toHaveBeenLastCalledWith('ada@example.com');
});
