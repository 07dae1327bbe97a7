import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notify } from '@/shared/toast';
import { Dialog } from '@/shared/ui/overlays/Dialog';
import { Toasts } from './Toasts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300);
  // The test's browser has no popovers.
  HTMLElement.prototype.showPopover = () => {};
  render(<Toasts />);
});

afterEach(() => {
  pass(60_000);
  vi.useRealTimers();
});

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

function show(text: string, action?: { label: string; run: () => void }) {
  act(() => notify.info(text, action));
  return screen.getByRole('status').parentElement as HTMLElement;
}

function drag(toast: HTMLElement, distance: number) {
  fireEvent.pointerDown(toast, { clientX: 100, button: 0 });
  fireEvent.pointerMove(toast, { clientX: 100 + distance });
  fireEvent.pointerUp(toast, { clientX: 100 + distance });
}

test('a toast closes after five seconds', () => {
  show('News');
  pass(4999);
  expect(screen.getByRole('status')).toHaveTextContent('News');
  pass(1);
  expect(screen.queryByRole('status')).toBeNull();
});

test('it stays while the pointer rests on it', () => {
  const toast = show('News');
  pass(3000);
  fireEvent.pointerEnter(toast);
  pass(20_000);
  fireEvent.pointerLeave(toast);
  pass(1999);
  expect(toast).toBeInTheDocument();
  pass(1);
  expect(toast).not.toBeInTheDocument();
});

test('the same text is shown once', () => {
  show('News');
  show('News');
  expect(screen.getAllByRole('status')).toHaveLength(1);
});

test('dragged beyond 80 percent of its width it goes, else it returns', () => {
  const toast = show('News');
  drag(toast, 240);
  expect(toast).toBeInTheDocument();
  expect(toast.style.transform).toBe('');
  drag(toast, -241);
  expect(toast).not.toBeInTheDocument();
});

test('its action is run once', () => {
  const run = vi.fn<() => void>();
  show('Removed.', { label: 'Undo', run });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole('status')).toBeNull();
});

test('it can be closed', () => {
  show('News');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('status')).toBeNull();
});

test('an error is spoken at once, anything else in its turn', () => {
  for (const kind of ['success', 'info', 'warning'] as const) act(() => notify[kind](kind));
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['success', 'info', 'warning']);
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => notify.error('Broken.'));
  expect(screen.getByRole('alert')).toHaveTextContent('Broken.');
});

test('a dialog neither starts its time again nor has it spoken again', () => {
  const toast = show('News');
  pass(3000);
  const dialog = render(
    <Dialog title="Sure?" onClose={() => {}}>
      <p>Yes</p>
    </Dialog>,
  );
  // The very element: one that is made anew would be news.
  expect(screen.getByRole('dialog')).toContainElement(toast);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByText('News')).toBeInTheDocument();
  pass(1000);
  dialog.unmount();
  expect(document.body).toContainElement(toast);
  expect(screen.queryByRole('status')).toBeNull();
  pass(999);
  expect(toast).toBeInTheDocument();
  pass(1);
  expect(toast).not.toBeInTheDocument();
});

test('what comes together with the end of a dialog is news', () => {
  const dialog = render(
    <Dialog title="Sure?" onClose={() => {}}>
      <p>Yes</p>
    </Dialog>,
  );
  act(() => {
    notify.success('Saved.');
    dialog.unmount();
  });
  expect(screen.getByRole('status')).toHaveTextContent('Saved.');
});
