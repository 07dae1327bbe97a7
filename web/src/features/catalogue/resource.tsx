import { Boxes, Repeat } from 'lucide-react';
import { Link } from 'react-router';
import { type AnswerOf, api, type BodyOf, type QueryOf } from '@/api/client';
import { availability, nameOf } from '@/api/enumerations';
import { optionLabel } from '@/api/optionLabel';
import { queryKeys } from '@/api/queryKeys';
import { rules } from '@/api/rules.gen';
import { paths } from '@/paths';
import { pendingBadge } from '@/resource/display';
import type { Blocker } from '@/resource/RemovalNotice';
import { type Dependants, type Removal, type Resource, removedFilter, type Shape } from '@/resource/resource';
import { formatMoney } from '@/shared/format/money';
import { removedOptions } from '@/shared/list/listFilter';
import { Badge } from '@/shared/ui/Badge';
import { UsesWarning } from './Blockers';

export type Product = AnswerOf<'/product/{id}', 'get'>;
export type Subscription = AnswerOf<'/subscription/{id}', 'get'>;

export interface ItemShape extends Shape {
  record: Product | Subscription;
  input: BodyOf<'/product', 'post'>;
  query: QueryOf<'/product'>;
}

interface ProductShape extends ItemShape {
  record: Product;
  row: Product;
}

interface SubscriptionShape extends ItemShape {
  record: Subscription;
  row: Subscription;
  input: BodyOf<'/subscription', 'post'>;
}

/** What the two catalogues have beyond other resources: categories, and uses in projects. */
export interface Catalogue<S extends ItemShape = ItemShape> extends Resource<S> {
  kind: 'product' | 'subscription';
  paths: typeof paths.products | typeof paths.subscriptions;
  removal: Removal<S>;
}

const statusTones = ['good', 'warn', 'neutral'] as const;
const statusBadge = ({ status }: Product | Subscription) => (
  <Badge tone={statusTones[status]}>{nameOf(availability, status)}</Badge>
);

const name = { kind: 'text', sort: 'Name', isFact: false } as const;
const status = { kind: 'choice', show: statusBadge, form: { width: 'medium', initial: 0 } } as const;
const createdAt = { kind: 'date', label: 'Created', sort: 'Created' } as const;
const details = { kind: 'longText', form: { help: 'At most 256 characters.' } } as const;

function categoryName(list: () => string, line: number) {
  return {
    kind: 'text',
    card: { line },
    show: ({ categoryName: category }: Product | Subscription) => (
      <Link to={`${list()}?${new URLSearchParams({ category })}`}>{category}</Link>
    ),
  } as const;
}

/** All that the two catalogues have in common. */
const common = {
  adminsOnly: 'forms',
  idOf: ({ id }: Product | Subscription) => id,
  nameOf: (item: Product | Subscription) => item.name,
  state: (item: Product | Subscription) => pendingBadge(item) || statusBadge(item),
  mayEdit: (_: unknown, { isAdmin }: { isAdmin: boolean }) => isAdmin,
  picture: { isIcon: true, onCard: 56, onPage: 96 },
  filters: [
    {
      param: 'status',
      label: 'Status',
      look: 'select',
      options: [
        { value: '', label: 'Any status' },
        ...Object.keys(availability).map((key) => ({ value: key, label: optionLabel(key) })),
      ],
      query: (chosen: string) => ({ Status: chosen }),
    },
    {
      ...removedFilter,
      // The panel beside the list takes the room that chips would need.
      look: 'select',
      options: [{ value: 'include', label: 'Removed or not' }, removedOptions[1], removedOptions[2]],
    },
  ],
  narrowing: {
    // Not by the category, which is a place of its own.
    params: [],
    read: (params: URLSearchParams) => ({ CategoryName: params.get('category') ?? '' }),
  },
} as const;

export const products: Catalogue<ProductShape> = {
  ...common,
  kind: 'product',
  entity: 'product',
  keys: keysOf('product'),
  title: 'Products',
  label: 'Product',
  noun: { one: 'product', many: 'products' },
  Icon: Boxes,
  paths: paths.products,
  param: 'prodId',
  rules: rules.ProductInput,
  fields: { name, categoryName: categoryName(paths.products.list, 1), status, createdAt, details },
  picture: {
    ...common.picture,
    upload: ({ id }, body) => api.put('/product/{id}/photo', { path: { id }, body }),
    remove: ({ id }) => api.delete('/product/{id}/photo', { path: { id } }),
  },
  calls: {
    list: (query, signal) => api.list('/product', { query, signal }),
    export: (query) => api.download('/product/export', { query }),
    read: (id, signal) => api.get('/product/{id}', { path: { id }, signal }),
    create: (body) => api.post('/product', { body }),
    save: ({ id }, input, version) => api.put('/product', { body: { data: { ...input, id, version } } }),
  },
  empty: emptyOf({ one: 'product', many: 'products' }),
  removal: removalOf('product', () => products, paths.projects.product),
};

export const subscriptions: Catalogue<SubscriptionShape> = {
  ...common,
  kind: 'subscription',
  entity: 'subscription',
  keys: keysOf('subscription'),
  title: 'Subscriptions',
  label: 'Subscription',
  noun: { one: 'subscription', many: 'subscriptions' },
  Icon: Repeat,
  paths: paths.subscriptions,
  param: 'subId',
  rules: rules.SubscriptionInput,
  fields: {
    name,
    categoryName: categoryName(paths.subscriptions.list, 2),
    status,
    cost: {
      kind: 'money',
      // Not everyone may see it.
      isShown: ({ cost }) => cost !== null,
      show: ({ cost, costCurrencyName }) => cost !== null && `${formatMoney(cost)} ${costCurrencyName}`,
    },
    costCurrencyName: { kind: 'text', isFact: false, form: { isHidden: true, initial: 'USD' } },
    createdAt,
    details: { ...details, card: { line: 1 } },
  },
  calls: {
    list: (query, signal) => api.list('/subscription', { query, signal }),
    export: (query) => api.download('/subscription/export', { query }),
    read: (id, signal) => api.get('/subscription/{id}', { path: { id }, signal }),
    create: (body) => api.post('/subscription', { body }),
    save: ({ id }, input, version) => api.put('/subscription', { body: { data: { ...input, id, version } } }),
  },
  empty: emptyOf({ one: 'subscription', many: 'subscriptions' }),
  removal: removalOf('subscription', () => subscriptions, paths.projects.subscription),
};

function keysOf(kind: Catalogue['kind']) {
  return {
    lists: queryKeys.catalogueLists(kind),
    one: (id: string) => queryKeys.catalogueItem(kind, id),
  };
}

function emptyOf({ one, many }: Catalogue['noun']): Catalogue['empty'] {
  return ({ isAdmin, isClient }) => {
    if (isAdmin) {
      return { title: `No ${many} yet`, text: `The ${many} that projects can use are kept here, in categories.` };
    }
    if (isClient) return { title: `No ${many} yet`, text: 'An administrator adds them to the catalogue.' };
    return {
      title: `No ${one} you may see`,
      text: 'You are not a moderator of any company or project. An administrator or an owner can add you.',
    };
  };
}

/** An item is used by the projects that attach it. */
function removalOf<S extends ItemShape>(
  kind: Catalogue['kind'],
  catalogue: () => Catalogue<S>,
  useInProject: (projectId: string, useId: string) => string,
): Removal<S> {
  return {
    may: (_, { isAdmin }) => isAdmin,
    remove: ({ id }) => api.delete(`/${kind}` as const, { body: { id } }),
    restore: ({ id }) => api.put(`/${kind}/restore` as const, { body: { id } }),
    key: (id) => queryKeys.catalogueDependants(kind, id),
    dependants: (id, query, signal) => api.get(`/${kind}/{id}/dependants` as const, { path: { id }, query, signal }),
    seesDependants: ({ isAdmin }) => isAdmin,
    listsDependants: true,
    blocker: ({ id, name: use, parentId, parentName }: Dependants['data'][number]): Blocker => ({
      id,
      name: parentName ?? use,
      to: useInProject(parentId ?? '', id),
    }),
    parent: () => catalogue().paths.list(),
    needs: 'its category',
    warning: (item) => <UsesWarning catalogue={catalogue()} item={item} />,
    texts: {
      blocked: 'Must Remove all projects using this item first.',
      unused: 'No project uses this item any more.',
      until: 'It is gone once no project uses it',
      left: ['use is', 'uses are'],
    },
  };
}
