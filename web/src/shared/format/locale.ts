/** How the language of the app writes words, dates and figures. The other files of this folder alone ask for it. */
export const locale = { words: 'en', dates: 'en-GB', figures: 'en-US' };

/** A format that is made when it is first used: each takes milliseconds of a phone, and a page uses few of them. */
export function whenUsed<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
