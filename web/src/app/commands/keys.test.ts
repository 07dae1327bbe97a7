import { describe, expect, it } from 'vitest';
import { createMatcher, strokeOf, takesLetters } from './keys';
import { commands } from './registry';

function press(key: string, held: KeyboardEventInit = {}): KeyboardEvent {
  return new KeyboardEvent('keydown', { key, ...held });
}

describe('strokeOf', () => {
  it.each([
    ['a letter', press('g'), 'g'],
    ['caps lock', press('G'), 'g'],
    ['Shift with a letter is none', press('G', { shiftKey: true }), undefined],
    ['Shift where the keyboard needs it', press('?', { shiftKey: true }), '?'],
    ['Ctrl', press('Enter', { ctrlKey: true }), 'Mod+Enter'],
    ['Command', press('k', { metaKey: true }), 'Mod+k'],
    ['Ctrl and Shift together are the browser’s', press('K', { ctrlKey: true, shiftKey: true }), undefined],
    ['Alt is the browser’s', press('d', { altKey: true }), undefined],
  ])('%s', (_, event, stroke) => expect(strokeOf(event)).toBe(stroke));
});

it('leaves letters to what takes them', () => {
  document.body.innerHTML = '<input id="a"><select id="b"></select><div role="menu"><button id="c"></button></div>';
  for (const id of ['a', 'b', 'c']) expect(takesLetters(document.getElementById(id))).toBe(true);
  document.body.innerHTML = '<a id="d" href="/">x</a>';
  expect(takesLetters(document.getElementById('d'))).toBe(false);
});

describe('the matcher', () => {
  function pressing(...strokes: [key: string, at: number][]): (string | undefined)[] {
    const match = createMatcher();
    return strokes.map(([key, at]) => match(commands, key, at)?.id);
  }

  it('knows single keys and sequences', () => {
    expect(pressing(['e', 0], ['g', 10], ['c', 20], ['c', 30], ['c', 40])).toEqual([
      'edit',
      undefined,
      'go-company',
      undefined,
      'new-company',
    ]);
  });

  it('forgets the first key after a while', () => {
    expect(pressing(['g', 0], ['n', 2000])).toEqual([undefined, 'new']);
  });

  it('takes a key that continues nothing as a beginning', () => {
    expect(pressing(['g', 0], ['e', 10], ['g', 20], ['g', 30], ['d', 40])).toEqual([
      undefined,
      'edit',
      undefined,
      undefined,
      'go-dashboard',
    ]);
  });
});
