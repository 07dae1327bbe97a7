/** The numbers under which the server logged the changes of this page: their events are no news here. */
export const ownChanges = new Set<number>();
