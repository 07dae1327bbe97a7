/**
 * The language of the app, for plurals and for the long names of months and days. The other files of this folder alone ask
 * for it. Days, figures and money are written by hand: the first `DateTimeFormat` or `NumberFormat` of a page takes some
 * 70 ms of a phone before anything is painted.
 */
export const locale = { words: 'en', dates: 'en-GB' };

/** A format that is made when it is first used. */
export function whenUsed<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
