/** A piece of a note: plain, a link, or a person. */
export type Piece = { text: string; link?: string; email?: string };

const link = String.raw`https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]`;
const mention = "@[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@[A-Za-z0-9.-]*[A-Za-z0-9]";

/** Cuts a text at its web addresses and at the people that it mentions. Everything else stays as it was typed. */
export function piecesOf(text: string, people: readonly { email: string; displayName: string }[]): Piece[] {
  // A pattern in parentheses keeps what it matched: every second piece is a match.
  return text
    .split(new RegExp(`(${link}|${mention})`, 'gu'))
    .map((piece, index): Piece => {
      if (index % 2 === 0) return { text: piece };
      if (!piece.startsWith('@')) return { text: piece, link: piece };
      const person = people.find(({ email }) => email === piece.slice(1).toLowerCase());
      return person ? { text: `@${person.displayName}`, email: person.email } : { text: piece };
    })
    .filter((piece) => piece.text !== '');
}

/** What is typed behind an @ that ends at the caret; undefined where there is none. */
export function mentionAt(text: string, caret: number): string | undefined {
  return /(?:^|[\s([{"'„“,;:])@([^\s@]*(?:@[^\s@]*)?)$/u.exec(text.slice(0, caret))?.[1];
}

/** The text with the mention that ends at the caret replaced by an address, and where the caret is then. */
export function withMention(text: string, caret: number, email: string): { text: string; caret: number } {
  const typed = mentionAt(text, caret) ?? '';
  const before = `${text.slice(0, caret - typed.length)}${email} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}
