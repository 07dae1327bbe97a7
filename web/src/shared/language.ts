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

/** Loads a page of the app in the language of an account. A browser that does not keep the choice stays as it is. */
export function followLanguage(language: LanguageChoice, path: string): void {
  keep(language);
  if (chosenLanguage() === language) window.location.assign(base.slice(0, -1) + path);
}

function keep(choice: LanguageChoice): void {
  const [value, seconds] = choice === 'browser' ? ['', 0] : [choice, 365 * 86_400];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists on https alone, and not in every browser
  document.cookie = `${cookie}=${value}; path=${base}; max-age=${seconds}; samesite=lax`;
}
