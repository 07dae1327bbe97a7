import type { LucideIcon } from 'lucide-react';
import type { Enumeration } from '@/api/enumerations';
import type { Entity } from '@/api/invalidate';
import type { Noun } from '@/shared/format/noun';

/** The kinds of records that the change log tells of. `records/index.ts` has a description of each. */
export type Kind = Exclude<Entity, 'notification' | 'view' | 'plan'>;

/** The names of a kind, in a sentence and as a heading. */
export interface KindNames extends Noun {
  /** Above many of them: Companies. */
  title: string;
  /** What the navigation calls their list, unless that is the title, and what else that is found by. */
  list?: string;
  words?: string;
  /** What tells them apart where records of all kinds are named, as in the history. */
  amongAll?: { one?: string; title?: string };
}

type TextKind = 'text' | 'longText' | 'email' | 'phone' | 'date' | 'day';

/** How a value is shown, asked for, sorted and compared; a choice is its enumeration. */
export type FieldKind = TextKind | 'photo' | 'money' | 'number' | 'yesNo' | 'recordKind' | Enumeration;

/** The kinds that a value on the wire may have. */
type KindFor<V> = [V] extends [string]
  ? TextKind | 'photo' | 'recordKind'
  : [V] extends [number]
    ? 'money' | 'number' | Enumeration
    : 'yesNo';

/** Fields that every record may have, and texts that people do not write. */
type Kept = 'id' | 'version' | 'createdAt' | 'removedAt' | 'isRemoved' | `${string}Id` | `${string}CurrencyName`;

/** The kinds of all fields of a record that hold one value. The compiler asks for each field of the contract. */
export type FieldKinds<T> = {
  [Name in Exclude<keyof T & string, Kept> as NonNullable<T[Name]> extends object ? never : Name]-?: KindFor<
    NonNullable<T[Name]>
  >;
};

/** Where a record is. */
export interface Place {
  id: string;
  name?: string;
  companyId?: string | null;
  projectId?: string | null;
}

export type BulkAction =
  | 'renew'
  | 'reprice'
  | 'cancel'
  | 'setRenewal'
  | 'setStatus'
  | 'setCategory'
  | 'setField'
  | 'addModerator'
  | 'restore'
  | 'remove'
  | 'removeWithContents'
  | 'invite'
  | 'enable'
  | 'handOver'
  | 'disable';

/** What decides who may add records. */
export interface Rights {
  isAdmin: boolean;
  /** Whether there is a company that they may add projects to. */
  addsProjects: boolean;
}

/** The page that lists the records of a kind. */
interface RecordList {
  path: () => string;
  /** What its address says to show all of them, where it begins with some. */
  all?: string;
  /** Given where the navigation leads to it by the name of the kind: the second key of going there and of adding one. */
  key?: string;
  /** Others would find a page that refuses them. */
  forAdmins?: true;
  /** Saved views that hold the query of the list's call alone are opened by these. */
  views: {
    /** What the call names, by what the page's address names. */
    params: Readonly<Record<string, string>>;
    /** What an address has that means nothing else than its absence. */
    usual?: Readonly<Record<string, string>>;
    /** Those of the address that are days, where the call has instants. */
    days?: readonly string[];
    /** What else the address needs. */
    more?: (call: URLSearchParams) => [name: string, value: string][];
  };
}

/**
 * The light part of a record's description: what navigation, palette, history, bulk actions, import and views need of it,
 * which know no kind by name. It is on every page; the screens of the record are described by its `resource.tsx`.
 * What a kind does not have is null, so that nothing is left out by mistake.
 */
export interface RecordKind {
  kind: Kind;
  noun: KindNames;
  Icon: LucideIcon;
  fieldKinds: Readonly<Record<string, FieldKind>>;
  /** The field that no such record is without. */
  identity: string;
  /** The page that shows one, as far as its place is known. */
  pathOf: (place: Place) => string | undefined;
  /** The page to go to from that of one that is gone. */
  parentPathOf: (place: Place) => string;
  list: RecordList | null;
  /** The page that adds one, where that has a command, and who may. */
  adding: { path: () => string; may: (rights: Rights) => boolean } | null;
  /** Whether a file may hold them, and who may open the page that imports it; the server decides each row. */
  import: { forAdmins: boolean } | null;
  /** Whether a search finds them: the sign before a result, and what is said beside its name. */
  search: { Icon: LucideIcon; note: 'parent' | 'id' } | null;
  /** Whether notes and documents are attached to one, and administrators may give it fields. */
  hasAttachments: boolean;
  /** What may be done with many, in the order of a menu, and whether only administrators may. */
  bulk: Readonly<Partial<Record<BulkAction, 'all' | 'admins'>>> | null;
}

/** What a kind has whose records are parts of another one: neither a list nor a search of its own. */
export const part = { list: null, adding: null, import: null, search: null, bulk: null };

export function isAdmin(rights: Rights): boolean {
  return rights.isAdmin;
}
