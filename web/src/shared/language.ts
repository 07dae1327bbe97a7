import { base } from '@/base';

export type LanguageChoice = 'browser' | 'en' | 'de';

/** The server reads it (internal/httpapi/web_language.go) and sends the app in that language; without it, in the browser's. */
const cookie = 'btracker-language';

export function chosenLanguage(): LanguageChoice {
  const [, chosen] = new RegExp(`(?:^|; )${cookie}=(en|de)(?:;|$)`).exec(document.cookie) ?? [];
  return (chosen as LanguageChoice | undefined) ?? 'browser';
}

/** Keeps the choice for a year, in this browser, and loads the app in that language. */
export function chooseLanguage(choice: LanguageChoice): void {
  keep(choice);
  window.location.reload();
}

/**
 * Loads the app in the language of an account, where another one is shown. Once: a browser that does not keep the choice
 * stays in the language that it shows.
 */
export function followLanguage(language: LanguageChoice): void {
  if (chosenLanguage() === language) return;
  keep(language);
  if (chosenLanguage() === language) window.location.reload();
}

function keep(choice: LanguageChoice): void {
  const [value, seconds] = choice === 'browser' ? ['', 0] : [choice, 365 * 86_400];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists on https alone, and not in every browser
  document.cookie = `${cookie}=${value}; path=${base}; max-age=${seconds}; samesite=lax`;
}
