export const messages = {
  add: 'Add filter',
  apply: 'Apply',
  back: 'Other filters',
  edit: (text: string) => `${text}, change`,
  from: 'From',
  to: 'To',
  day: 'Day',
  search: (label: string) => `Search: ${label}`,
  searching: 'Searching…',
  nothing: 'Nothing found.',
  failed: 'The search did not work.',
  until: 'The end can not be before the start.',
};
