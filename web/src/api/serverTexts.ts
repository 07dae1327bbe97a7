import type { Problem } from './errors';

/*
 * The server writes English. Another language has a file beside this one that turns its sentences into its own (see
 * docs/adr/0039), as far as it knows them.
 */

/** A sentence of the server, as the app shows it. */
export function translate(text: string): string {
  return text;
}

/** The name of a field, as the app shows it. */
export function fieldLabel(name: string): string {
  return name;
}

/** An error answer with its sentences as the app shows them. */
export function translateProblem(problem: Problem): Problem {
  return problem;
}
