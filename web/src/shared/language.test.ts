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

it('loads a page in the language of an account', () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  followLanguage('de', '/btracker/app/companies?Search=a');
  expect(chosenLanguage()).toBe('de');
  expect(assign.mock.calls).toEqual([['/btracker/app/companies?Search=a']]);
});

it('loads nothing for a choice that the browser does not keep', () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  assign.mockClear();
  const cookies = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {});
  followLanguage('en', '/');
  expect(assign).not.toHaveBeenCalled();
  cookies.mockRestore();
});
