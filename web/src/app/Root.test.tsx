import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import * as chunk from '@/shared/loading/loadWithTimeout';
import { notify } from '@/shared/toast';
import { Root } from './Root';

function Page() {
  return (
    <>
      <Link to="?page=2">Next page</Link>
      <Link to="?filter=new" replace>
        Filter
      </Link>
    </>
  );
}

function renderRoot() {
  const router = createMemoryRouter([{ element: <Root />, children: [{ path: '/', element: <Page /> }] }]);
  render(<RouterProvider router={router} />);
  return router;
}

it('scrolls to the top on the way to another page, a filter and the way back not', async () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockReturnValue();
  const router = renderRoot();
  const user = userEvent.setup();
  await user.click(screen.getByText('Filter'));
  expect(scroll).not.toHaveBeenCalled();
  await user.click(screen.getByText('Next page'));
  expect(scroll).toHaveBeenCalledExactlyOnceWith(0, 0);
  await act(() => router.navigate(-1));
  expect(scroll).toHaveBeenCalledOnce();
});

it('asks for what draws toasts again with each toast until it is there', async () => {
  const load = vi.spyOn(chunk, 'loadWithTimeout').mockRejectedValue(new Error('did not arrive'));
  vi.spyOn(console, 'warn').mockReturnValue();
  renderRoot();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  for (const [text, times] of [
    ['first', 2],
    ['second', 3],
  ] as const) {
    await act(async () => notify.info(text));
    expect(load).toHaveBeenCalledTimes(times);
  }
});
