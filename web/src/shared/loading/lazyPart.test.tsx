import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { lazyPart } from './lazyPart';

function Drawn({ then }: { then: () => void }) {
  useLayoutEffect(then);
  return null;
}

const module = { default: ({ name }: { name: string }) => <p>Hello {name}</p> };

it('shows the placeholder, then the part; a second time the part at once', async () => {
  const Part = lazyPart(async () => module, { placeholder: () => <p>soon</p> });
  const { unmount } = render(<Part name="Ada" />);
  expect(screen.getByText('soon')).toBeVisible();
  expect(await screen.findByText('Hello Ada')).toBeVisible();
  unmount();
  render(<Part name="Bob" />);
  expect(screen.getByText('Hello Bob')).toBeVisible();
});

it('offers to try again when the part does not arrive, and takes it once the network is back', async () => {
  const load = vi.fn<() => Promise<typeof module>>().mockRejectedValueOnce(new TypeError('offline'));
  const Part = lazyPart(load);
  render(<Part name="Ada" />);
  expect(await screen.findByText('failed loading this component.')).toBeVisible();

  load.mockResolvedValue(module);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Hello Ada')).toBeVisible();
});

it('asks again when told to, and reloads the page where the browser remembers the failure', async () => {
  const load = vi.fn<() => Promise<typeof module>>().mockRejectedValue(new TypeError('not found'));
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  const server = vi.fn().mockRejectedValueOnce(new TypeError('unreachable')).mockResolvedValue(new Response());
  vi.stubGlobal('fetch', server);
  const Part = lazyPart(load);
  render(<Part name="Ada" />);
  const again = await screen.findByRole('button', { name: 'Try again' });

  // A page that can't be reached would be exchanged for the browser's own error.
  await act(async () => again.click());
  expect(load).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
  await act(async () => again.click());
  expect(reload).toHaveBeenCalledOnce();

  load.mockResolvedValue(module);
  await act(async () => again.click());
  expect(screen.getByText('Hello Ada')).toBeVisible();
});

it('asks for nothing while there is no network', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => module);
  const Part = lazyPart(load, { placeholder: () => <p>soon</p> });
  render(<Part name="Ada" />);
  expect(load).not.toHaveBeenCalled();

  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('Hello Ada')).toBeVisible();
});

it('is there when it arrives just after it was drawn, asked for by one that has gone', async () => {
  let arrive: (part: typeof module) => void = () => {};
  const Part = lazyPart(() => new Promise<typeof module>((resolve) => (arrive = resolve)));
  render(<Part name="Ada" />).unmount();
  // As in a browser, where effects come later than the drawing; `act` would run them at once.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <>
      <Part name="Bob" />
      <Drawn then={() => arrive(module)} />
    </>,
  );
  expect(await screen.findByText('Hello Bob')).toBeVisible();
  root.unmount();
});
