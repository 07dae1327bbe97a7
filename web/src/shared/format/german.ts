/** Genders of the nouns that sentences of generic screens are made of. */
const genders: Record<string, 0 | 1 | 2> = {
  Benutzer: 0,
  Eintrag: 0,
  Moderator: 0,
  Firma: 1,
  Kategorie: 1,
  Produktkategorie: 1,
  Abonnementkategorie: 1,
};

/** The form that a word takes before a noun: `before('Firma', 'Neuer', 'Neue', 'Neues')` is Neue Firma. Most nouns are neuter. */
export function before(noun: string, masculine: string, feminine: string, neuter: string): string {
  return `${[masculine, feminine, neuter][genders[noun] ?? 2]} ${noun}`;
}
