import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnswerOf, Pagination } from '@/api/client';
import type { Enumeration } from '@/api/enumerations';
import { invalidate, setServerData } from '@/api/invalidate';
import type { FormRules } from '@/api/rules';
import { ownKeys, ownQuery, ownSorts } from '@/own/address';
import { fieldsQuery, type OwnField } from '@/own/fields';
import { sortsByOwn } from '@/own/sorts';
import { type FieldKind, fieldKindOf, type RecordKind } from '@/records';
import type { Account } from '@/session/session';
import type { Transfer } from '@/shared/files/downloads';
import { amountIn } from '@/shared/filters/amounts';
import { formatDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import type { FieldWidth } from '@/shared/forms/fields/Field';
import { type FilterOptions, listFilterOf, removedOptions, type SortOptions } from '@/shared/list/listFilter';
import { viewOf } from '@/shared/list/listLook';
import { type Pages, pageQuery } from '@/shared/list/pages';
import type { FirstReads } from '@/shared/loading/firstReads';
import { failsInPlace, failsPage } from '@/shared/loading/readFailure';
import { knownOption } from '@/shared/navigation/useUrlParams';
import { recordMessages } from '@/shared/recordMessages';
import type { Column } from '@/shared/table/Table';
import type { Crumb } from '@/shared/ui/page/PageHeader';
import { messages } from './messages';

/** The types of a resource, as the contract has them. */
export interface Shape {
  /** The whole record, as its page reads it. */
  record: { version: number; createdAt: string; isRemoved?: boolean; removedAt?: string | null };
  /** The record in a list. */
  row: object;
  /** The body that adds one. Editing sends the same fields. */
  input: object;
  /** The query of the list. */
  query: object;
  /** What the user may do with the record, as the server says with it. */
  access?: object;
}

/** How a field is shown, asked for and sorted: a choice, or as the description of its record says. */
export type Kind = Exclude<FieldKind, Enumeration | 'photo' | 'recordKind'> | 'choice' | 'address' | 'related';

type Right<S extends Shape> = keyof NonNullable<S['access']> & string;

/** The kind of a field with one value is told by the light part of its record's description (`record.ts`). */
type KindOf<V> = [NonNullable<V>] extends [object] ? { kind: 'address' | 'related' } : { kind?: never };

/** One field of a record. Its name, the key under which it stands, is the one on the wire. */
interface Field<S extends Shape> {
  /** How a list that can be sorted by the field calls it. */
  sort?: string;
  /** The rights without which it is neither shown nor asked for. */
  needs?: { see?: Right<S>; edit?: Right<S> };
  /** Its column in a table; label and value, unless told otherwise. */
  column?: Partial<Column<S['row']>>;
  /** Its column in the table view of the list. Every field has one, unless it is hidden until it is chosen, or never offered. */
  table?: 'hidden' | 'never';
  /** Its line on the card in the list; the text of the value, unless told otherwise. */
  card?: { line: number; isLabelled?: true; text?: (row: S['row']) => string | string[] };
  /** False for a field that the page shows elsewhere, such as the name in its heading. */
  isFact?: false;
  /** The section of the page that it stands in, unless that is the overview. */
  section?: string;
  /** Whether the page of this record shows it. */
  isShown?: (record: S['record']) => boolean;
  /** Whether it takes the whole width, and can be copied, where the kind does not tell. */
  isWide?: true;
  isCopied?: false;
  /** How the page shows it, where the kind does not tell. */
  show?: (record: S['record']) => ReactNode;
}

interface InputField<S extends Shape, V> extends Field<S> {
  /** Unless it is that of the rules. */
  label?: string;
  form?: {
    width?: FieldWidth;
    help?: string;
    /** The value of a new record; empty without one. */
    initial?: V;
    /** Asked for a new record alone: it never changes. */
    isFixed?: true;
    /** Sent as it is, without a control. */
    isHidden?: true;
  };
}

interface ShownField<S extends Shape> extends Field<S> {
  label: string;
}

type ValueOf<T, Name> = Name extends keyof T ? T[Name] : never;

/**
 * The fields of a resource, in the order in which page and form show them. The compiler asks for every field of the
 * input, and refuses a name that the contract does not have. Own fields are no part of it: administrators make them.
 */
export type Fields<S extends Shape> = {
  [Name in Exclude<keyof S['input'] & string, 'own'>]-?: InputField<S, ValueOf<S['record'] & S['input'], Name>> &
    KindOf<ValueOf<S['record'] & S['input'], Name>>;
} & {
  [Name in Exclude<keyof S['record'] & string, keyof S['input'] | 'own'>]?: ShownField<S> & KindOf<S['record'][Name]>;
};

/** A choice that narrows the list. The first option narrows nothing. */
export interface Filter<S extends Shape> {
  /** Its name in the address. */
  param: string;
  label: string;
  look: 'chips' | 'select';
  options: FilterOptions;
  /** As the server's query names it. */
  query: (value: string) => Partial<S['query']>;
}

/** A field that the list can be narrowed by, in an editor of its own: amounts from and to, or filled in or not. */
interface NarrowingField {
  kind: 'amounts' | 'filled';
  /** As the contract names it, in the address: monthlyPrice for MonthlyPriceFrom and MonthlyPriceTo, details for HasDetails. */
  name: string;
  label: string;
  /** The server refuses it to those who may see no cost. */
  needsCost?: true;
}

/** The names of a field's filter in the address. The server's query has the same, in upper case. */
export function paramsOf({ kind, name }: NarrowingField): [string] | [from: string, to: string] {
  return kind === 'amounts' ? [`${name}From`, `${name}To`] : [`has${upperFirst(name)}`];
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What the address narrows a list by in these fields, as the server's query has it. */
function readFields(fields: readonly NarrowingField[], params: URLSearchParams): Record<string, number | boolean> {
  const sent = fields.flatMap((field) =>
    paramsOf(field).flatMap((param): [string, number | boolean][] => {
      const text = params.get(param);
      if (field.kind === 'filled') {
        return text === 'true' || text === 'false' ? [[upperFirst(param), text === 'true']] : [];
      }
      const amount = amountIn(text);
      return amount === '' ? [] : [[upperFirst(param), Number(amount)]];
    }),
  );
  return Object.fromEntries(sent);
}

type Removed = 'include' | 'exclude' | 'only';

/** Whether a list shows records that wait for their removal. */
export const removedFilter = {
  param: 'removed',
  label: recordMessages.show,
  look: 'chips',
  options: removedOptions,
  query: (removed: string) => ({ Removed: removed as Removed }),
} as const;

export type Dependants = AnswerOf<'/company/{id}/dependants', 'get'>;

/** Something that uses a record, and so keeps it from being gone. */
export interface Blocker {
  id: string;
  name: string;
  to: string;
}

/** Removal in two steps: a record that is in use stays, marked, until it is not. */
export interface Removal<S extends Shape> {
  may: (record: S['record'], account: Account) => boolean;
  remove: (record: S['record']) => Promise<number>;
  restore: (record: S['record']) => Promise<number>;
  /** What keeps a marked record from being gone, and the key under which that is cached. */
  key: (id: string) => QueryKey;
  dependants: (id: string, page: { PageSize: number }, signal: AbortSignal) => Promise<Dependants>;
  /** Who may ask for them; everyone who sees the record, unless told otherwise. */
  seesDependants?: (account: Account) => boolean;
  /** Whether the page lists them, and says so when they could not be read. */
  listsDependants?: true;
  blocker: (dependant: Dependants['data'][number], record: S['record']) => Blocker;
  /** The page to go to once it is gone. */
  parent: (record: S['record']) => string;
  /** What it can not be restored without. */
  needs?: string;
  /** Whether records are inside that can be removed together with it (docs/bulk.md). */
  hasContents?: (record: S['record']) => boolean;
  /** What the question adds for a record that is in use. */
  warning: (record: S['record']) => ReactNode;
  /** Above a marked record: what has to be done, that it is done, when the record goes, and what counts what is left. */
  texts: { blocked: string; unused: string; until: string; left: [one: string, many: string] };
}

export type Address = NonNullable<AnswerOf<'/company/{id}', 'get'>['headAddress']>;

/** The fields of a kind of record, and the rules of its form. */
export interface Description<S extends Shape> extends RecordKind {
  rules: FormRules;
  fields: Fields<S>;
}

/** What a file has. Names of columns are those of the list's own contract, which a generic screen does not know. */
interface ExportQuery {
  Format?: 'csv' | 'xlsx';
  Columns?: never[];
}

/** One kind of record, described once. The generic list, page, form, removal and export read it. */
export interface Resource<S extends Shape> extends Description<S> {
  keys: { lists: QueryKey; one: (id: string) => QueryKey };
  paths: {
    list: () => string;
    create: () => string;
    details: (id: string) => string;
    edit: (id: string) => string;
  };
  /** The parameter of the route that names the record. */
  param: string;
  /** Whether the figures of a record count its projects. */
  countsProjects?: true;
  /** Who may open the pages of one record, where not everyone who can see it in the list may. */
  adminsOnly?: 'forms' | 'all';
  idOf: (of: S['record'] | S['row']) => string;
  nameOf: (of: S['record'] | S['row']) => string;
  /** A badge beside the name. */
  state: (of: S['record'] | S['row']) => ReactNode;
  mayEdit: (record: S['record'], account: Account) => boolean;
  /** The roles that would do, where not only administrators may. */
  needs?: { add?: readonly string[]; edit?: readonly string[]; remove?: readonly string[] };
  calls: {
    list: (
      query: S['query'] & { PageNumber: number; PageSize: number },
      signal: AbortSignal,
    ) => Promise<{ data: S['row'][]; pagination: Pagination; totals?: unknown }>;
    export: (query: S['query'] & ExportQuery, transfer: Transfer) => Promise<Blob>;
    read: (id: string, signal: AbortSignal) => Promise<S['record']>;
    create: (input: S['input']) => Promise<S['record']>;
    save: (record: S['record'], input: S['input'], version: number) => Promise<S['record']>;
  };
  filters: readonly Filter<S>[];
  /** What else the address may narrow the list by, whatever it holds; Clear filters takes the params away. */
  narrowing?: { params: readonly string[]; read: (params: URLSearchParams) => Partial<S['query']> };
  /** Fields that chips narrow it by. */
  narrowingFields?: readonly NarrowingField[];
  /** Instead of a list without records; those who may add one are offered to. */
  empty: (account: Account) => { title: string; text: string };
  picture: {
    /** The icon in a square stands for a record without a photo, not initials in a circle. */
    isIcon: boolean;
    /** Sizes in pixels. */
    onCard?: number;
    onPage?: number;
    /** Given where the photo can be changed. */
    upload?: (record: S['record'], file: Blob) => Promise<S['record']>;
    remove?: (record: S['record']) => Promise<S['record']>;
  };
  /** Whether the badge has a line of its own on a card, because it would cut the last fact. */
  isStateFirst?: boolean;
  removal?: Removal<S>;
  /** The pages between the list and the record. */
  trail?: (record: S['record']) => Crumb[];
  address?: {
    of: (record: S['record']) => Address | null;
    title: string;
    path: (id: string) => string;
    /** Without an address it removes the one that is stored. */
    save: (record: S['record'], version: number, address?: Address) => Promise<S['record']>;
  };
  /** What else a changed record shows in. */
  onStored?: (record: S['record']) => void;
}

/** A field with all that its description leaves to defaults. */
export interface DescribedField<S extends Shape> extends Omit<InputField<S, unknown>, 'label'> {
  name: string;
  label: string;
  kind: Kind;
}

/** The fields of a resource in their order, each with its name and label: for columns, facts, forms and history. */
export function fieldsOf<S extends Shape>(description: Description<S>): DescribedField<S>[] {
  const { fields, rules } = description;
  return Object.entries(fields as Record<string, Partial<DescribedField<S>>>).map(([name, field]) => ({
    ...field,
    name,
    label: field.label ?? rules[name]?.label ?? name,
    kind: field.kind ?? kindOf(description, name),
  }));
}

function kindOf(record: RecordKind, name: string): Kind {
  const kind = fieldKindOf(record, name);
  return typeof kind === 'object' ? 'choice' : (kind as Kind);
}

/** Whether the list offers what the running subscriptions of each record come to, with `Include=figures`. */
export function hasFigures<S extends Shape>({ fields }: Description<S>): boolean {
  return 'figures' in fields;
}

/** By what the running subscriptions of companies and projects come to. */
export const figureNarrowings: readonly NarrowingField[] = [
  { kind: 'amounts', name: 'monthlyPrice', label: messages.figures.monthlyPrice },
  { kind: 'amounts', name: 'margin', label: messages.figures.margin, needsCost: true },
];

type Figures = NonNullable<AnswerOf<'/company', 'get'>[number]['figures']>;

/**
 * Of a company or project: its lines on the card, and its place among the columns of the table. The page shows the same in a
 * section of its own.
 */
export const figuresField = {
  kind: 'related',
  label: messages.figuresLabel,
  isFact: false,
  card: {
    line: 3,
    text: ({ figures }: { figures?: object | null | undefined }) => {
      if (!figures) return [];
      const { running, monthlyPrice, nextEndAt, owners } = figures as Figures;
      return [
        running === 0
          ? messages.nothingRuns
          : messages.worth(formatMoney(monthlyPrice), nextEndAt ? formatDay(nextEndAt) : undefined),
        messages.owners(owners.map(({ displayName }) => displayName)),
      ];
    },
  },
} as const;

/** The fields that a form asks for. */
export function inputFieldsOf<S extends Shape>(description: Description<S>): DescribedField<S>[] {
  return fieldsOf(description).filter(({ name }) => name in description.rules);
}

/** Whether the user has a right that a field needs. */
export function hasRight(access: unknown, right: string | undefined): boolean {
  return right === undefined || (access as Record<string, boolean> | undefined)?.[right] === true;
}

/** The values of a new record before anything is typed. */
export function blankOf<S extends Shape>(description: Description<S>): S['input'] {
  return Object.fromEntries(inputFieldsOf(description).map(({ name, form }) => [name, form?.initial ?? null]));
}

/** The fields of a stored record that the user may change. */
export function editableFieldsOf<S extends Shape>(description: Description<S>, access: unknown): DescribedField<S>[] {
  return inputFieldsOf(description).filter(({ form, needs }) => !form?.isFixed && hasRight(access, needs?.edit));
}

/** The rules of the fields that a form asks for. */
export function rulesOf<S extends Shape>({ rules }: Description<S>, fields: DescribedField<S>[]): FormRules {
  return Object.fromEntries(fields.flatMap(({ name }) => (rules[name] ? [[name, rules[name]]] : [])));
}

/** The value of a field, which only the contract knows the type of. */
export function readField(of: object, name: string): unknown {
  return (of as Record<string, unknown>)[name];
}

/** The sorts of a list: both ways by each field that has a name for it, by figures, and by own fields. */
export function sortsOf<S extends Shape>(resource: Resource<S>, own: readonly OwnField[] = []): SortOptions<string> {
  const byField = fieldsOf(resource).flatMap(({ name, kind, sort }) => (sort ? sortsBy(name, kind, sort) : []));
  const sorts = [...byField, ...(hasFigures(resource) ? figureSorts : []), ...own.flatMap(sortsByOwn)];
  return sorts as [(typeof sorts)[number], ...typeof sorts];
}

const figureSorts = Object.entries(messages.figureSorts).map(([value, label]) => ({ value, label }));

function sortsBy(name: string, kind: Kind, label: string) {
  const down = `-${name}`;
  return kind === 'date'
    ? [
        { value: down, label: messages.newestFirst },
        { value: name, label: messages.oldestFirst },
      ]
    : [
        { value: name, label: messages.sortAToZ(label) },
        { value: down, label: messages.sortZToA(label) },
      ];
}

/** What the address says about a list: its choices, the query that they make, and whether that narrows it. */
export function readList<S extends Shape>(resource: Resource<S>, params: URLSearchParams) {
  const { filters, narrowing } = resource;
  const [first, ...sorts] = sortsOf(resource);
  const bySelf = ownSorts(params).map((value) => ({ value, label: '' }));
  const { order, filter } = listFilterOf([first, ...sorts, ...bySelf], params);
  const choices = filters.map((one) => ({ ...one, value: knownOption(one.options, params.get(one.param)) }));
  const narrowed = narrowing?.read(params) ?? {};
  const inFields = readFields(resource.narrowingFields ?? [], params);
  const inOwn = ownQuery(params);
  const view = viewOf(resource.kind, params);
  const query: S['query'] = Object.assign(
    filter,
    ...choices.map((one) => one.query(one.value)),
    narrowed,
    inFields,
    inOwn,
    hasFigures(resource) && { Include: 'figures' },
  );
  const chosen = choices.filter(({ value, options: [all] }) => value !== all.value).length;
  const inAddress = narrowing?.params.length === 0 ? 0 : Object.values(narrowed).filter(Boolean).length;
  const narrowedFields = (resource.narrowingFields ?? []).filter((field) =>
    paramsOf(field).some((param) => upperFirst(param) in inFields),
  ).length;
  const activeFilters = chosen + inAddress + narrowedFields + ownKeys(params).length;
  return { view, order, choices, query, activeFilters, isNarrowed: activeFilters > 0 };
}

export function recordPages<S extends Shape>({ keys, calls }: Resource<S>, query: S['query']): Pages<S['row']> {
  return {
    queryKey: [...keys.lists, query],
    load: (page, signal) => calls.list({ ...query, ...page }, signal),
  };
}

/** The first page of a list, as an address narrows and sorts it. */
export function firstPageQuery<S extends Shape>(resource: Resource<S>, params = new URLSearchParams()) {
  return pageQuery(recordPages(resource, readList(resource, params).query), 1);
}

export function recordQuery<S extends Shape>({ keys, calls }: Resource<S>, id: string) {
  return queryOptions({
    queryKey: keys.one(id),
    meta: failsPage,
    queryFn: ({ signal }) => calls.read(id, signal),
  });
}

/** What the page of a list reads first. */
export function readsOfList<S extends Shape>(list: Resource<S>): FirstReads {
  return (read, { search }) => {
    read(firstPageQuery(list, search));
    read(fieldsQuery);
  };
}

/** What the page of a record reads first. */
export function readsOfRecord<S extends Shape>(resource: Resource<S>): FirstReads {
  return (read, { params }) => {
    read(recordQuery(resource, params[resource.param] ?? ''));
    read(fieldsQuery);
  };
}

/** What keeps a record from being removed. */
export function dependantsQuery<S extends Shape>(removal: Removal<S>, id: string, PageSize = 10) {
  return queryOptions({
    queryKey: [...removal.key(id), PageSize],
    ...(removal.listsDependants && { meta: failsInPlace }),
    // Asked before something is removed: then what was true some seconds ago is not enough.
    staleTime: 0,
    queryFn: ({ signal }) => removal.dependants(id, { PageSize }, signal),
  });
}

/** Takes over what the server answered to a change of a record. */
export function storeRecord<S extends Shape>(client: QueryClient, resource: Resource<S>, record: S['record']): void {
  const id = resource.idOf(record);
  setServerData(client, recordQuery(resource, id).queryKey, record);
  void invalidate(client, resource.kind, id, 'keep');
  resource.onStored?.(record);
}

/** The page of the list, as the pages below it name it. */
export function listCrumb<S extends Shape>({ noun, paths }: Resource<S>) {
  return { label: noun.title, to: paths.list() };
}

/** The pages above one that belongs to a record. */
export function recordTrail<S extends Shape>(resource: Resource<S>, record: S['record']) {
  return [
    ...trailTo(resource, record),
    { label: resource.nameOf(record), to: resource.paths.details(resource.idOf(record)) },
  ];
}

/** The pages above that of a record. */
export function trailTo<S extends Shape>(resource: Resource<S>, record: S['record']): Crumb[] {
  return [listCrumb(resource), ...(resource.trail?.(record) ?? [])];
}
