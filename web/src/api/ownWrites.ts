/** What this page changes itself: its events are no news here. */
export const ownWrites = {
  underWay: 0,
  /** The numbers under which the server logged them. */
  logged: new Set<number>(),
};
