import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useListbox } from './useListbox';

function List({ options, onTake, first }: { options: string[]; onTake: (option: string) => void; first: number }) {
  const { combobox } = useListbox({ options, keyOf: (option) => option, onTake, first, always: true });
  return <input {...combobox} />;
}

it.each([
  ['marked at first', 0, 'Shift'],
  ['chosen', -1, 'ArrowDown'],
])('takes the option that was %s, wherever it is by then', (_, first, key) => {
  const take = vi.fn<(option: string) => void>();
  const { rerender } = render(<List options={['Bee', 'Cat']} onTake={take} first={first} />);
  fireEvent.keyDown(screen.getByRole('combobox'), { key });
  rerender(<List options={['Ant', 'Bee', 'Cat']} onTake={take} first={first} />);
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect(take).toHaveBeenCalledWith('Bee');
});
