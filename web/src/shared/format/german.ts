export type Gender = 'masculine' | 'feminine' | 'neuter';

/** The form that a word takes before a noun: `before(company, 'Neuer', 'Neue', 'Neues')` is Neue Firma. Most nouns are neuter. */
export function before(
  { one, gender = 'neuter' }: { one: string; gender?: Gender },
  masculine: string,
  feminine: string,
  neuter: string,
): string {
  return `${{ masculine, feminine, neuter }[gender]} ${one}`;
}
