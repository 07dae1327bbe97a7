export const messages = {
  toRemoved: 'See what was removed',
};
