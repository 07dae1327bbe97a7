import { expect, test } from 'vitest';
import { mentionAt, piecesOf, withMention } from './text';

const ann = { email: 'ann@example.com', displayName: 'Ann Lee' };

test('a note is cut at web addresses and people', () => {
  expect(piecesOf('See https://example.com/a?b=1. @ann@example.com, @bob@example.com', [ann])).toEqual([
    { text: 'See ' },
    { text: 'https://example.com/a?b=1', link: 'https://example.com/a?b=1' },
    { text: '. ' },
    { text: '@Ann Lee', email: 'ann@example.com' },
    { text: ', ' },
    { text: '@bob@example.com' },
  ]);
});

test('markup and other schemes stay text', () => {
  for (const text of [
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    'data:text/html,x',
    'mail ann@example.com',
  ]) {
    expect(piecesOf(text, [ann])).toEqual([{ text }]);
  }
});

test('what is typed behind an @ is found at the caret', () => {
  expect(mentionAt('Ask @an', 7)).toBe('an');
  expect(mentionAt('Ask @', 5)).toBe('');
  expect(mentionAt('Ask @ann@exa', 12)).toBe('ann@exa');
  expect(mentionAt('ann@exa', 7)).toBeUndefined();
  expect(mentionAt('Ask @an then', 12)).toBeUndefined();
  expect(withMention('Ask @an now', 7, 'ann@example.com')).toEqual({ text: 'Ask @ann@example.com now', caret: 21 });
});
