import { expect, it, vi } from 'vitest';
import { chooseLanguage, chosenLanguage, followLanguage } from './language';

it('keeps the chosen language in a cookie, and loads the app anew', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  expect(chosenLanguage()).toBe('browser');
  chooseLanguage('de');
  expect(document.cookie).toBe('btracker-language=de');
  expect(chosenLanguage()).toBe('de');
  chooseLanguage('en');
  expect(chosenLanguage()).toBe('en');
  chooseLanguage('browser');
  expect(chosenLanguage()).toBe('browser');
  expect(reload).toHaveBeenCalledTimes(3);
});

it('follows the language of an account once', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  reload.mockClear();
  followLanguage('de');
  expect(chosenLanguage()).toBe('de');
  followLanguage('de');
  expect(reload).toHaveBeenCalledTimes(1);
  followLanguage('en');
  expect(chosenLanguage()).toBe('en');
  expect(reload).toHaveBeenCalledTimes(2);
});

it('does not load the app anew for a choice that the browser does not keep', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  reload.mockClear();
  chooseLanguage('browser');
  const cookies = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {});
  followLanguage('de');
  expect(reload).toHaveBeenCalledTimes(1);
  cookies.mockRestore();
});
