import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyStoredTheme, chooseTheme } from '@/shared/theme';
import { readStored, writeStored } from './storage';

/** As browsers do that are told to block all cookies. */
function refuse(): never {
  throw new DOMException('denied', 'SecurityError');
}

beforeEach(() => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse);
});
afterEach(() => chooseTheme('system'));

it('keeps what it may not store until the page is left', () => {
  expect(readStored('localStorage', 'a')).toBeNull();
  writeStored('localStorage', 'a', '1');
  expect(readStored('localStorage', 'a')).toBe('1');
  writeStored('localStorage', 'a', null);
  expect(readStored('localStorage', 'a')).toBeNull();
});

it('lets the page begin, and the theme be chosen', () => {
  applyStoredTheme();
  chooseTheme('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
});
