import type { Command } from './registry';

/** The words of a search, without the difference between upper and lower case. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The commands that hold every word, those first whose own name begins with the text. */
export function matchingCommands(commands: readonly Command[], text: string): Command[] {
  const words = wordsOf(text);
  const start = words.join(' ');
  const rank = ({ label }: Command) => (label.toLowerCase().startsWith(start) ? 0 : 1);
  return commands
    .filter(({ label, words: more = '', group }) => {
      const names = `${label} ${more} ${group}`.toLowerCase();
      return words.every((word) => names.includes(word));
    })
    .toSorted((one, other) => rank(one) - rank(other));
}

interface Piece {
  text: string;
  isMatch: boolean;
}

/** Cuts a name into what a search found in it and what stands between. */
export function marked(name: string, text: string): Piece[] {
  const words = wordsOf(text).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (words.length === 0) return [{ text: name, isMatch: false }];
  // A pattern in parentheses keeps what it matched: every second piece is a match.
  return name
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
