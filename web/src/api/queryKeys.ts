type CatalogueKind = 'product' | 'subscription';

/** The names under which server data is cached; one place, because a change in one area makes another one stale. */
export const queryKeys = {
  companies: ['companies'],
  companyLists: ['companies', 'list'],
  company: (id: string) => ['companies', 'one', id],
  companiesNamed: (name: string) => ['companies', 'named', name],
  companyDependants: (id: string) => ['companies', 'dependants', id],
  projects: ['projects'],
  projectLists: ['projects', 'list'],
  project: (id: string) => ['projects', 'one', id],
  projectSubscription: (id: string) => ['projects', 'subscription', id],
  /** Of all projects. */
  projectSubscriptions: ['projects', 'subscriptions'],
  projectProducts: ['projects', 'products'],
  recurring: ['projects', 'recurring'],
  /** Of users to companies and projects. Below the projects: what makes those stale changes the roles on them. */
  access: ['projects', 'access'],
  projectDependants: (id: string) => ['projects', 'dependants', id],
  catalogueLists: (kind: CatalogueKind) => ['catalogue', kind, 'list'],
  catalogueItem: (kind: CatalogueKind, id: string) => ['catalogue', kind, 'one', id],
  catalogueUses: (kind: CatalogueKind) => ['catalogue', kind, 'dependants'],
  catalogueDependants: (kind: CatalogueKind, id: string) => ['catalogue', kind, 'dependants', id],
  categories: (kind: CatalogueKind) => ['catalogue', kind, 'categories'],
  categoryUses: (kind: CatalogueKind) => ['catalogue', kind, 'categoryDependants'],
  categoryDependants: (kind: CatalogueKind, name: string) => ['catalogue', kind, 'categoryDependants', name],
  userLists: ['users', 'list'],
  /** E-mail addresses ignore case, and one that is typed into the address bar may come in any case. */
  user: (email: string) => ['users', 'one', email.toLowerCase()],
  userSearches: ['users', 'search'],
  userSearch: (text: string) => ['users', 'search', text],
  changes: ['changes'],
  views: ['views'],
  search: (text: string) => ['search', text],
  notifications: ['notifications'],
  notificationSettings: ['notificationSettings'],
  secondFactor: ['secondFactor'],
  sessions: ['sessions'],
  notificationPages: ['notifications', 'page'],
  statistics: ['statistics'],
  charts: ['charts'],
  bulk: (id: string) => ['bulk', id],
} as const;
