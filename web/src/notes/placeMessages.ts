/** The text of notes that are still to be loaded; every page of a record has their place. */
export const placeMessages = { notes: 'Notes' };
