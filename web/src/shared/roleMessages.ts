/** What each role of a moderator allows, by its number. */
export const roleMessages = {
  allows: [
    'Sees everything except cost, and changes nothing.',
    'Sees everything, also cost. Edits it and its projects, products and subscriptions, and manages all moderators.',
    'Sees everything, also cost. Edits it and its projects, products and subscriptions, and manages moderators other than Owners.',
    'Sees everything except cost. Edits and cancels subscriptions.',
    'Sees everything except cost. Sets the status and details of products.',
    'Sees everything except cost. Sets the status and details of products.',
  ] as readonly string[],
};
