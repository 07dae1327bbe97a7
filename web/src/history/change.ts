import type { AnswerOf } from '@/api/client';
import { nameOf, userStatus } from '@/api/enumerations';
import { ownText } from '@/own/text';
import { paths } from '@/paths';
import { type FieldKind, fieldKindOf, type Kind, nameAmongAll, type Place, recordNamed, records } from '@/records';
import { dayOfInstant, formatDay, formatInstantDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { recordMessages } from '@/shared/recordMessages';
import type { SentenceName } from './messages';
import type { Action } from './placeMessages';

type Answer = AnswerOf<'/change', 'get'>[number];

export type ChangedField = Answer['fields'][number];

/** A change, with the names that the contract leaves open. An actor who is null is the program itself. */
export type Change = Answer & { entity: Kind; action: Action };

export function kindOf(entity: Kind, name: string): FieldKind {
  return fieldKindOf(records[entity], name);
}

/** A value in words; empty for no value. */
export function valueText(entity: Kind, name: string, value: unknown): string {
  const kind = kindOf(entity, name);
  // Without a value, a yes or no is a no, and a choice that no form asks for is its first option.
  if (kind === 'yesNo' || typeof value === 'boolean') return value ? recordMessages.yes : recordMessages.no;
  if (kind === userStatus) return nameOf(kind, Number(value ?? 0));
  if (value === null || value === undefined || value === '') return '';
  if (kind === 'money') return formatMoney(Number(value));
  if (kind === 'recordKind') return recordTitle(String(value));
  if (name.startsWith('own.')) return ownText(value);
  if (Array.isArray(value)) return value.join(', ');
  if (kind === 'day') return formatDay(String(value));
  if (kind === 'date') return formatInstantDay(String(value));
  if (typeof kind === 'object') return nameOf(kind, Number(value));
  return String(value);
}

function recordTitle(name: string): string {
  const record = recordNamed(name);
  return record ? nameAmongAll(record).title : name;
}

/** Whether a difference needs room of its own below the sentence. */
function isBlock(entity: Kind, { name, before, after }: ChangedField): boolean {
  const kind = kindOf(entity, name);
  if (kind === 'photo') return true;
  const texts = [before, after].map((value) => valueText(entity, name, value));
  return kind === 'longText' ? texts.some((text) => text.length > 24) : texts.some((text) => text.length > 60);
}

/** Fields that the sentence about a change tells by itself. */
const told: Partial<Record<Action, readonly string[]>> = {
  remove: ['isRemoved', 'isGone'],
  restore: ['isRemoved', 'isGone'],
  cancel: ['isCanceled'],
  disable: ['status'],
  enable: ['status', 'disableReason'],
  undo: ['isGone'],
};

/** What a line shows of a change: its sentence, the field that the sentence is about, and the other differences. */
interface Telling {
  sentence: SentenceName;
  /** The field whose values are parts of the sentence. */
  field?: ChangedField;
  /** Shown below the sentence. */
  rest: ChangedField[];
  /** Whether the rest is all that a record was made of, or had when it went: it is hidden at first. */
  isWhole: boolean;
}

/** How a change is told, on the page of its own record (`isOwn`) or elsewhere. */
export function tell(change: Change, isOwn: boolean): Telling {
  const { action, fields } = change;
  const rest = fields.filter(({ name }) => !told[action]?.includes(name));
  // The sentence has the name.
  const parts = rest.filter(({ before, after }) => ![before, after].includes(change.entityName));
  if (action === 'create' || (action === 'remove' && existence(change) === 'parts')) {
    return { sentence: action, rest: parts, isWhole: true };
  }
  if (action === 'remove') return { sentence: isGone(change) ? 'remove' : 'remove.marked', rest, isWhole: false };
  if (action === 'undo' && becomesGone(change)) return { sentence: 'undo.removed', rest: parts, isWhole: true };
  if (action === 'undo' && becomesThere(change)) return { sentence: 'undo.restored', rest: parts, isWhole: true };
  if (action === 'undo' && undoneAction(change) === 'cancel') return { sentence: 'undo.cancel', rest, isWhole: true };
  if (action === 'address' || action === 'photo')
    return { sentence: `${action}${extent(fields)}`, rest, isWhole: false };
  const [field] = rest;
  if ((action === 'edit' || action === 'undo') && field && rest.length === 1) return tellOne(change, field, isOwn);
  return { sentence: action, rest, isWhole: false };
}

function tellOne({ action, entity }: Change, field: ChangedField, isOwn: boolean): Telling {
  if (isBlock(entity, field)) {
    const sentence = action === 'undo' ? 'undo' : isOwn ? 'own.text' : 'edit.text';
    return { sentence, field, rest: [field], isWhole: false };
  }
  const [before, after] = [field.before, field.after].map((value) => valueText(entity, field.name, value) !== '');
  const how = before && after ? 'one' : after ? 'set' : 'cleared';
  const sentence =
    action === 'undo' ? (isOwn ? 'undo.own' : 'undo.one') : (`${isOwn ? 'own' : 'edit'}.${how}` as const);
  return { sentence, field, rest: [], isWhole: false };
}

/** Whether values were added or taken away, or replaced by others. */
function extent(fields: ChangedField[]): '' | '.set' | '.cleared' {
  if (fields.every(({ before }) => before === null)) return '.set';
  return fields.every(({ after }) => after === null) ? '.cleared' : '';
}

/** How a record's existence is logged: by a mark, or, for one that was made or dropped, by all of its fields. */
function existence({ fields }: Change): 'mark' | 'parts' {
  return fields.some(({ name }) => name === 'isGone' || name === 'isRemoved') ? 'mark' : 'parts';
}

function isGone(change: Change): boolean {
  return existence(change) === 'parts' || change.fields.some(({ name, after }) => name === 'isGone' && after === true);
}

/** Whether the record was there before this change and not after it. */
export function becomesGone(change: Change): boolean {
  const { action, fields } = change;
  if (action === 'remove') return isGone(change);
  if (action !== 'undo') return false;
  if (fields.some(({ name, after }) => name === 'isGone' && after === true)) return true;
  return fields.length > 1 && fields.every(({ after }) => after === null) && hasIdentity(change);
}

/** Whether the record was not there before this change, so that its undo takes it away. */
export function becomesThere(change: Change): boolean {
  const { action, fields } = change;
  if (action === 'create') return true;
  if (fields.some(({ name, before }) => name === 'isGone' && before === true)) return true;
  return action === 'undo' && fields.length > 1 && fields.every(({ before }) => before === null) && hasIdentity(change);
}

/** What was done by the change that an undo took back. */
export function undoneAction(undo: Change): Action {
  if (becomesGone(undo)) return 'create';
  if (becomesThere(undo)) return 'remove';
  return undo.fields.some(({ name, after }) => name === 'isCanceled' && after === false) ? 'cancel' : 'edit';
}

/** Whether a change is about the field that no such record is without. */
function hasIdentity({ entity, fields }: Change): boolean {
  return fields.some(({ name }) => name === records[entity].identity);
}

function placeOf({ entityId, entityName, companyId, projectId }: Change): Place {
  return { id: entityId, name: entityName, companyId, projectId };
}

/** The page that shows a changed record. */
export function pathOf(change: Change): string | undefined {
  return records[change.entity].pathOf(placeOf(change));
}

/** The page to go to from that of a record that an undo takes away. */
export function parentPathOf(change: Change): string {
  return records[change.entity].parentPathOf(placeOf(change));
}

/** The activity page, narrowed by its own filters. */
export function activityOf(filter: Record<string, string>): string {
  return `${paths.app.activity()}?${new URLSearchParams(filter)}`;
}

/** One line of a history: a change, or several changes that were made at once. */
export type Line = Change[];

/** Puts changes of one batch that follow one another into one line. */
export function linesOf(changes: readonly Change[]): Line[] {
  const lines: Line[] = [];
  for (const change of changes) {
    const last = lines.at(-1);
    if (last && change.batchId !== null && last[0]?.batchId === change.batchId) last.push(change);
    else lines.push([change]);
  }
  return lines;
}

/** Lines by the day of their change, in the order in which they come. */
export function byDay(lines: readonly Line[]): { day: string; lines: Line[] }[] {
  const days: { day: string; lines: Line[] }[] = [];
  for (const line of lines) {
    const day = line[0] ? dayOfInstant(line[0].at) : '';
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}
