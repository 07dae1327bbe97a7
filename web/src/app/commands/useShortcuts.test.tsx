import { fireEvent, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from '@/shared/ui/overlays/Dialog';
import { commands } from './registry';
import { useShortcuts } from './useShortcuts';

function Page({ run, children }: { run: (id: string) => void; children?: ReactNode }) {
  useShortcuts(
    () => [...commands],
    ({ id }) => run(id),
  );
  return (
    children && (
      <Dialog title="Sure?" onClose={() => {}}>
        {children}
      </Dialog>
    )
  );
}

test('a question is answered before any key does something else; its own form can be saved', () => {
  const run = vi.fn<(id: string) => void>();
  const { rerender } = render(<Page run={run} />);
  const press = () => {
    run.mockClear();
    fireEvent.keyDown(window, { key: 'Enter', ctrlKey: true });
    fireEvent.keyDown(window, { key: 'b' });
    return run.mock.calls.flat();
  };
  expect(press()).toEqual(['save', 'back']);
  rerender(<Page run={run}>Leave without saving?</Page>);
  expect(press()).toEqual([]);
  rerender(
    <Page run={run}>
      <form />
    </Page>,
  );
  expect(press()).toEqual(['save']);
});
