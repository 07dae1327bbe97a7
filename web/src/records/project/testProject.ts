import type { ProjectProduct } from '@/records/projectProduct/resource';
import type { ProjectSubscription } from '@/records/projectSubscription/state';
import type { Project } from './record';

export const hosting: ProjectSubscription = {
  id: 's1',
  projectId: 'p1',
  subscriptionId: 'cs1',
  details: null,
  startAt: '2026-01-01T00:00:00Z',
  endAt: '2026-12-31T23:59:59Z',
  autoRenew: false,
  price: 20.25,
  priceCurrencyName: 'USD',
  cost: 10.5,
  costCurrencyName: 'USD',
  isCanceled: false,
  cancelationReason: null,
  noticeDays: null,
  planned: null,
  runsFrom: null,
  createdAt: '2026-01-01T10:00:00Z',
  version: 2,
  subscription: { name: 'Hosting', categoryName: 'Servers', photoUrl: null },
  own: {},
};

export const laptop: ProjectProduct = {
  id: 'd1',
  projectId: 'p1',
  productId: 'cp1',
  details: null,
  cost: 900,
  costCurrencyName: 'USD',
  price: 1200.1,
  priceCurrencyName: 'USD',
  status: 1,
  createdAt: '2026-01-01T10:00:00Z',
  version: 4,
  product: { name: 'Laptop', categoryName: 'Hardware', photoUrl: null },
  own: {},
};

/** A project as its Owner sees it. */
export const site: Project = {
  id: 'p1',
  companyId: 'c1',
  companyName: 'Acme',
  name: 'Site',
  isRemoved: false,
  removedAt: null,
  createdAt: '2026-01-01T10:00:00Z',
  version: 3,
  own: {},
  moderators: [],
  inheritedModerators: [],
  isLive: true,
  products: [laptop],
  subscriptions: [hosting],
  access: {
    edit: true,
    manageModerators: true,
    assignableRoles: [0, 1, 2, 3, 4, 5],
    remove: true,
    attach: true,
    editSubscriptions: true,
    setProductStatus: true,
    seeCost: true,
    seeCompany: true,
  },
};

const nothing: Project['access'] = {
  edit: false,
  manageModerators: false,
  assignableRoles: [],
  remove: false,
  attach: false,
  editSubscriptions: false,
  setProductStatus: false,
  seeCost: false,
  seeCompany: false,
};

/** The same project for a moderator with fewer rights, to whom costs are hidden. */
export function seenWith(rights: Partial<Project['access']>): Project {
  return {
    ...site,
    access: { ...nothing, ...rights },
    products: [{ ...laptop, cost: null }],
    subscriptions: [{ ...hosting, cost: null }],
  };
}
