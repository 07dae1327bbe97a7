import type { LucideIcon } from 'lucide-react';
import type { AnswerOf } from '@/api/client';
import { availability } from '@/api/enumerations';
import type { paths } from '@/paths';
import { nouns } from '@/records/messages';
import { type FieldKinds, isAdmin, part, type RecordKind } from '@/records/record';

export type Product = AnswerOf<'/product/{id}', 'get'>;
export type Subscription = AnswerOf<'/subscription/{id}', 'get'>;
export type Category = AnswerOf<'/product/categories', 'get'>[number]['data'];

export type CatalogueKind = 'product' | 'subscription';
type CataloguePaths = typeof paths.products | typeof paths.subscriptions;

/** The fields that the items of both catalogues have. */
export const itemFields = { name: 'text', categoryName: 'text', status: availability, details: 'longText' } as const;

/** What the items of both catalogues have in common. */
export function catalogueRecord<P extends CataloguePaths>(
  kind: CatalogueKind,
  Icon: LucideIcon,
  key: string,
  paths: P,
) {
  return {
    noun: nouns[kind],
    Icon,
    paths,
    identity: 'name',
    pathOf: ({ id }) => paths.details(id),
    parentPathOf: paths.list,
    hasAttachments: true,
    list: {
      path: paths.list,
      key,
      views: {
        params: { Search: 'search', Removed: 'removed', Status: 'status', CategoryName: 'category' },
        usual: { removed: 'include' },
      },
    },
    adding: { path: paths.create, may: isAdmin },
    import: { forAdmins: true },
    search: { Icon, note: 'parent' },
    bulk: { setStatus: 'admins', setCategory: 'admins', setField: 'admins', restore: 'admins', remove: 'admins' },
  } satisfies Omit<RecordKind, 'kind' | 'fieldKinds'> & { paths: object };
}

/** A category has no page of its own: the list shows what is in it. */
export function categoryRecord(kind: `${CatalogueKind}Category`, Icon: LucideIcon, paths: CataloguePaths) {
  return {
    ...part,
    noun: nouns[kind],
    Icon,
    fieldKinds: { name: 'text', itemCount: 'number' } satisfies FieldKinds<Category>,
    identity: 'name',
    pathOf: ({ name = '' }) => paths.category(name),
    parentPathOf: paths.list,
    hasAttachments: false,
  } satisfies Omit<RecordKind, 'kind'>;
}
