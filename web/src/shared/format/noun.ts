import type { Gender } from './german';

/** What a record is called in a sentence: company, companies. */
export interface Noun {
  one: string;
  many: string;
  /** In languages that have genders. */
  gender?: Gender;
}

/** At the beginning of a title. */
export function labelOf({ one }: Pick<Noun, 'one'>): string {
  return one.charAt(0).toUpperCase() + one.slice(1);
}
