/** The texts about entries of a record's page: its notes, its documents, its history. */
export const messages = {
  on: 'on {record}',
  showMore: 'Show more',
};
