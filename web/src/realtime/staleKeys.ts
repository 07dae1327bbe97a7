import { queryKeys } from '@/api/queryKeys';

export interface Changed {
  entity: string;
  /** A user's is the e-mail address. */
  id: string;
  /** Under which the server logged it, if it did. */
  seq?: number;
}

/** What the server tells of a change to everyone who may see it. */
export interface Change extends Changed {
  seq: number;
  action: string;
  by: string;
}

type Key = readonly unknown[];

const figures = [queryKeys.statistics, queryKeys.charts];

/** An event does not tell the parent of what is attached to a project; the project on the screen may be it. */
const attached = [queryKeys.projects, queryKeys.companies, ...figures];

const items = (kind: 'product' | 'subscription') => (id: string) => [
  queryKeys.catalogueItem(kind, id),
  queryKeys.catalogueDependants(kind, id),
  queryKeys.catalogueLists(kind),
  queryKeys.categories(kind),
  // The last item that goes lets its category go.
  queryKeys.categoryUses(kind),
  // Projects show the names and photos of what they use.
  queryKeys.projects,
  ...figures,
];

const categories = (kind: 'product' | 'subscription') => () => [queryKeys.catalogue(kind), ...figures];

const staleAfter: Record<string, (id: string) => Key[]> = {
  company: (id) => [
    queryKeys.company(id),
    queryKeys.companyDependants(id),
    queryKeys.companyLists,
    // Projects show the name of their company.
    queryKeys.projects,
    ...figures,
  ],
  // Whoever becomes a moderator sees more than before.
  companyModerator: () => attached,
  project: (id) => [
    queryKeys.project(id),
    queryKeys.projectDependants(id),
    queryKeys.projectLists,
    queryKeys.companies,
    queryKeys.catalogueUses('product'),
    queryKeys.catalogueUses('subscription'),
    ...figures,
  ],
  projectModerator: () => attached,
  projectProduct: () => [...attached, queryKeys.catalogueUses('product')],
  // Notifications lead to a subscription while it is there.
  projectSubscription: () => [...attached, queryKeys.catalogueUses('subscription'), queryKeys.notificationPages],
  product: items('product'),
  subscription: items('subscription'),
  productCategory: categories('product'),
  subscriptionCategory: categories('subscription'),
  // Companies and projects show the names of their moderators.
  user: (email) => [
    queryKeys.user(email),
    queryKeys.userLists,
    queryKeys.userSearches,
    queryKeys.companies,
    queryKeys.projects,
    queryKeys.statistics,
  ],
  notification: () => [queryKeys.notifications],
};

/** The beginnings of the keys under which a change may have made cached data stale. */
export function staleKeys({ entity, id }: Changed): Key[] {
  return staleAfter[entity]?.(id) ?? [];
}
