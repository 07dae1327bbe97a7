/** What only the editors say, which are loaded when one is opened. */
export const messages = {
  apply: 'Apply',
  from: 'From',
  to: 'To',
  day: 'Day',
  search: (label: string) => `Search: ${label}`,
  searching: 'Searching…',
  nothing: 'Nothing found.',
  failed: 'The search did not work.',
  until: 'The end can not be before the start.',
  notAnAmount: 'An amount looks like 1,250.50.',
  wrongOrder: 'The second amount can not be below the first.',
};
