import type { Problem } from './errors';
import type { components } from './schema.gen';

/*
 * The server writes English, and sends the key and the values of each sentence beside it. Another language has a file
 * beside this one that says them in its own words (see docs/adr/0039).
 */

/** The key and the values of a sentence of the server. */
export type Text = components['schemas']['Text'];

/** A sentence of the server, as the app shows it. */
export function translate(sentence: string, _text: Text | undefined): string {
  return sentence;
}

/** The name of a field, as the app shows it. */
export function fieldLabel(name: string): string {
  return name;
}

/** Has own fields called what administrators call them in this language. The server knows their English labels. */
export function learnLabels(_fields: readonly { label: string; labelDe: string | null }[]): void {}

/** An error answer with its sentences as the app shows them. */
export function translateProblem(problem: Problem): Problem {
  return problem;
}
