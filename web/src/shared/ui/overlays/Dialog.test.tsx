import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import { useAction } from '@/shared/forms/useAction';
import { FreshCache } from '@/testApp';
import { ActionDialog, Dialog } from './Dialog';

function Page({ perform }: { perform: () => Promise<void> }) {
  const action = useAction(perform);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Ask
      </button>
      {asking && (
        <ActionDialog title="Sure?" message="" verb="Delete" action={action} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

it('says that it is processing, stays when it failed, and closes when it is done', async () => {
  let release: (() => void) | undefined;
  const perform = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new ApiError(503))
    .mockImplementationOnce(() => new Promise((resolve) => (release = resolve)))
    .mockResolvedValue();
  render(<Page perform={perform} />, { wrapper: FreshCache });
  const user = userEvent.setup();
  const ask = async () => {
    await user.click(screen.getByText('Ask'));
    return screen.getByRole('button', { name: 'Delete', hidden: true });
  };

  await user.click(await ask());
  expect(await screen.findByText('This did not work. Try again, or cancel.')).toBeVisible();
  await user.click(screen.getByText('Delete'));
  expect(await screen.findByText('Processing…')).toBeInTheDocument();
  // It is too late to cancel, by whichever way.
  await user.click(screen.getByText('Cancel'));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(screen.getByText('Sure?')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true');
  release?.();
  await waitFor(() => expect(screen.queryByText('Sure?')).toBeNull());

  // That it worked once does not answer the next question.
  await ask();
  expect(screen.getByText('Sure?')).toBeVisible();
});

it('is closed by a press on its backdrop, but not by a selection that ends there', () => {
  const close = vi.fn<() => void>();
  render(
    <Dialog title="Why?" onClose={close}>
      <textarea />
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog');
  fireEvent.pointerDown(screen.getByRole('textbox'));
  fireEvent.click(dialog);
  expect(close).not.toHaveBeenCalled();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(close).toHaveBeenCalledOnce();
});
