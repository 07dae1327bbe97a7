import { expect, it, vi } from 'vitest';
import { chooseLanguage, chosenLanguage } from './language';

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
