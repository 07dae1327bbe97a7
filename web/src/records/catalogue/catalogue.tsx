import { Link } from 'react-router';
import { type AnswerOf, api, type BodyOf, type QueryOf } from '@/api/client';
import { availability, nameOf, optionLabel } from '@/api/enumerations';
import { queryKeys } from '@/api/queryKeys';
import type { paths } from '@/paths';
import { pendingBadge } from '@/resource/display';
import {
  type Blocker,
  type Dependants,
  type Removal,
  type Resource,
  removedFilter,
  type Shape,
} from '@/resource/resource';
import { removedOptions } from '@/shared/list/listFilter';
import { recordMessages } from '@/shared/recordMessages';
import { Badge } from '@/shared/ui/records/Badge';
import { UsesWarning } from './Blockers';
import { messages } from './messages';

export type Product = AnswerOf<'/product/{id}', 'get'>;
export type Subscription = AnswerOf<'/subscription/{id}', 'get'>;

export interface ItemShape extends Shape {
  record: Product | Subscription;
  input: BodyOf<'/product', 'post'>;
  query: QueryOf<'/product'>;
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

export const name = { sort: recordMessages.name, isFact: false } as const;
export const status = { show: statusBadge, form: { width: 'medium', initial: 0 } } as const;
export const createdAt = { label: recordMessages.created, sort: recordMessages.created } as const;
export const details = { form: { help: recordMessages.detailsHelp } } as const;

export function categoryName(list: () => string, line: number) {
  return {
    // A card has room for one badge: beside that of the removal the status is told in words.
    card: {
      line,
      text: ({ categoryName: category, isRemoved, status: current }: Product | Subscription) =>
        isRemoved ? `${category} · ${nameOf(availability, current)}` : category,
    },
    show: ({ categoryName: category }: Product | Subscription) => (
      <Link to={`${list()}?${new URLSearchParams({ category })}`}>{category}</Link>
    ),
  } as const;
}

/** All that the two catalogues have in common. */
export const common = {
  adminsOnly: 'forms',
  idOf: ({ id }: Product | Subscription) => id,
  nameOf: (item: Product | Subscription) => item.name,
  state: (item: Product | Subscription) => pendingBadge(item) || statusBadge(item),
  mayEdit: (_: unknown, { isAdmin }: { isAdmin: boolean }) => isAdmin,
  picture: { isIcon: true, onCard: 56, onPage: 96 },
  filters: [
    {
      param: 'status',
      label: recordMessages.status,
      look: 'select',
      options: [
        { value: '', label: messages.anyStatus },
        ...Object.keys(availability).map((key) => ({ value: key, label: optionLabel(key) })),
      ],
      query: (chosen: string) => ({ Status: chosen }),
    },
    {
      ...removedFilter,
      // The panel beside the list takes the room that chips would need.
      look: 'select',
      options: [{ value: 'include', label: messages.removedOrNot }, removedOptions[1], removedOptions[2]],
    },
  ],
  narrowing: {
    // Not by the category, which is a place of its own.
    params: [],
    read: (params: URLSearchParams) => ({ CategoryName: params.get('category') ?? '' }),
  },
} as const;

export function keysOf(kind: Catalogue['kind']) {
  return {
    lists: queryKeys.catalogueLists(kind),
    one: (id: string) => queryKeys.catalogueItem(kind, id),
  };
}

export function emptyOf(noun: Catalogue['noun']): Catalogue['empty'] {
  return ({ isAdmin, isClient }) => {
    if (isAdmin) {
      return { title: messages.none(noun), text: messages.noneText(noun) };
    }
    if (isClient) return { title: messages.none(noun), text: messages.noneForModerators };
    return {
      title: messages.noneToSee(noun),
      text: messages.noneToSeeText,
    };
  };
}

/** An item is used by the projects that attach it. */
export function removalOf<S extends ItemShape>(
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
    needs: messages.needsCategory,
    warning: (item) => <UsesWarning removal={catalogue().removal} item={item} />,
    texts: messages.removal,
  };
}
