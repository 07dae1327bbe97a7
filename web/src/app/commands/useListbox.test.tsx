import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useListbox } from './useListbox';

function List({ options, onTake }: { options: string[]; onTake: (option: string) => void }) {
  const { combobox } = useListbox({ options, keyOf: (option) => option, onTake });
  return <input {...combobox} />;
}

it.each([
  ['marked at first', 'Shift', 'Bee'],
  ['chosen', 'ArrowDown', 'Cat'],
])('takes the option that was %s, wherever it is by then', (_, key, taken) => {
  const take = vi.fn<(option: string) => void>();
  const { rerender } = render(<List options={['Bee', 'Cat']} onTake={take} />);
  fireEvent.keyDown(screen.getByRole('combobox'), { key });
  rerender(<List options={['Ant', 'Bee', 'Cat']} onTake={take} />);
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect(take).toHaveBeenCalledWith(taken);
});
