/** The names under which server data is cached; one place, because a change in one area makes another one stale. */
export const queryKeys = {
  companies: ['companies'],
  companyLists: ['companies', 'list'],
  company: (id: string) => ['companies', 'one', id],
  companyDependants: (id: string) => ['companies', 'dependants', id],
  userSearch: (text: string) => ['users', 'search', text],
  notifications: ['notifications'],
  statistics: ['statistics'],
} as const;
