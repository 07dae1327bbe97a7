import type { HolderKind } from '@/api/invalidate';
import { paths } from '@/paths';
import { company, companyModerator } from './company/record';
import { attachedDocument } from './document/record';
import { field } from './field/record';
import { note } from './note/record';
import { product, productCategory } from './product/record';
import { project, projectModerator } from './project/record';
import { projectProduct } from './projectProduct/record';
import { projectSubscription } from './projectSubscription/record';
import type { FieldKind, Kind, KindNames, RecordKind } from './record';
import { subscription, subscriptionCategory } from './subscription/record';
import { user } from './user/record';

export {
  type BulkAction,
  type FieldKind,
  isAdmin,
  type Kind,
  type KindNames,
  type Place,
  type RecordKind,
  type Rights,
} from './record';

/** Every kind of record, in the order in which lists of kinds name them. */
const registry = {
  company,
  project,
  projectProduct,
  projectSubscription,
  product,
  subscription,
  productCategory,
  subscriptionCategory,
  companyModerator,
  projectModerator,
  user,
  note,
  document: attachedDocument,
  field,
} satisfies { [K in Kind]: RecordKind & { kind: K; hasAttachments: K extends HolderKind ? true : false } };

/** The kinds that have something which others lack. */
type With<Part extends keyof RecordKind> = {
  [K in Kind]: (typeof registry)[K][Part] extends null ? never : K;
}[Kind];

/** The kinds whose records can be changed many at once, and those that a file may hold. */
export type BulkKind = With<'bulk'>;
export type ImportKind = With<'import'>;

export const records: Readonly<Record<Kind, RecordKind>> = registry;

export const allRecords: readonly RecordKind[] = Object.values(records);

/** The kinds that have notes, documents and own fields. */
export const holders = allRecords.filter(({ hasAttachments }) => hasAttachments);

/** What a note or a document is attached to. */
export interface Holder {
  entity: string;
  entityId: string;
  projectId?: string | null;
}

/** The page of the record that a note or a document is attached to. */
export function pathOfHolder({ entity, entityId, projectId = null }: Holder): string | undefined {
  return recordNamed(entity)?.pathOf({ id: entityId, projectId });
}

/** The page that imports records of a kind. */
export function importPath(kind: Kind): string {
  return paths.app.import(kind);
}

/** A newer server, or an older address, may name a kind that this version does not know. */
export function isKind(name: string): name is Kind {
  return Object.hasOwn(records, name);
}

export function recordNamed(name: string): RecordKind | undefined {
  return isKind(name) ? records[name] : undefined;
}

const everywhere: Readonly<Record<string, FieldKind>> = { createdAt: 'date', isRemoved: 'yesNo', isGone: 'yesNo' };

/** The kind of a field; text, unless the description of its record says otherwise. */
export function fieldKindOf(record: RecordKind, name: string): FieldKind {
  return record.fieldKinds[name] ?? everywhere[name] ?? 'text';
}

/** The names of a kind where records of all kinds are named. */
export function nameAmongAll({ noun }: RecordKind): KindNames {
  return { ...noun, ...noun.amongAll };
}
