import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Tooltip } from './Tooltip';

beforeEach(async () => {
  await import('./TooltipPopup');
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function renderControls() {
  render(
    <>
      <Tooltip text="Close this">
        <button type="button">Close</button>
      </Tooltip>
      <Tooltip text="Open that">
        <button type="button">Open</button>
      </Tooltip>
    </>,
  );
}

const tip = (text = 'Close this') => screen.queryByText(text);
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
const enter = (element: Element) => fireEvent.pointerEnter(element, { pointerType: 'mouse' });
const leave = (element: Element) => fireEvent.pointerLeave(element, { pointerType: 'mouse' });
const control = (name = 'Close') => screen.getByRole('button', { name });

it('shows when the pointer rests on a control, not when it passes', async () => {
  renderControls();
  enter(control());
  await pass(300);
  leave(control());
  await pass(1000);
  expect(tip()).toBeNull();

  enter(control());
  await pass(600);
  expect(tip()).toBeVisible();
  leave(control());
  await pass(1000);
  expect(tip()).toBeNull();
});

it('stays while it is pointed at', async () => {
  renderControls();
  enter(control());
  await pass(600);
  leave(control());
  await pass(50);
  enter(tip() as Element);
  await pass(1000);
  expect(tip()).toBeVisible();
});

it('shows the next one at once to a pointer that moves on', async () => {
  renderControls();
  enter(control());
  await pass(600);
  leave(control());
  await pass(200);
  enter(control('Open'));
  await pass(50);
  expect(tip('Open that')).toBeVisible();
});

it('shows at once on keyboard focus, and hides by Escape, with the focus and by a press', async () => {
  renderControls();
  act(() => control().focus());
  await pass(50);
  expect(tip()).toBeVisible();
  fireEvent.keyDown(control(), { key: 'Escape' });
  await pass(50);
  expect(tip()).toBeNull();
  expect(control()).toHaveFocus();
  act(() => control('Open').focus());
  await pass(50);
  expect(tip('Open that')).toBeVisible();
  fireEvent.pointerDown(control('Open'));
  await pass(50);
  expect(tip('Open that')).toBeNull();
});

it('shows nothing while it is off, as the control says it all', async () => {
  render(
    <Tooltip text="Close this" off>
      <button type="button">Close</button>
    </Tooltip>,
  );
  fireEvent.pointerOver(control(), { pointerType: 'mouse' });
  await pass(2000);
  expect(tip()).toBeNull();
  act(() => control().focus());
  await pass(2000);
  expect(tip()).toBeNull();
});

it('does not cover what its control has opened', async () => {
  const button = (isOpen: boolean) => <IconButton label="Views" icon={null} aria-expanded={isOpen} />;
  const { rerender } = render(button(false));
  enter(control('Views'));
  await pass(600);
  expect(tip('Views')).toBeVisible();
  rerender(button(true));
  expect(tip('Views')).toBeNull();
});
