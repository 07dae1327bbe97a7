import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './Avatar';

it.each([
  ['Ada Augusta Lovelace', undefined, 'AL'],
  ['Ada', undefined, 'A'],
  ['Ada Lovelace', false, 'AL'],
  ['Ada Lovelace', '★', '★'],
])('shows for %s without a photo, and %s instead, %s', (name, fallback, shown) => {
  const { container } = render(<Avatar name={name} photoUrl={null} fallback={fallback} />);
  expect(container).toHaveTextContent(shown);
});
