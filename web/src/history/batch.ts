import { type Kind, nameAmongAll, records } from '@/records';
import { swapSigns } from '@/shared/format/locale';
import { formatMoney, marginOf } from '@/shared/format/money';
import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import { type Change, type ChangedField, undoneAction } from './change';
import { messages, type SentenceName } from './messages';

/** How changes that were made at once are told as one. */
export interface BatchTelling {
  sentence: SentenceName;
  /** What was changed: a name, or how many of which kind. */
  record: string;
  /** What a price changed by, or to; or what went with a record. */
  amount?: string;
  /** The field that all of them set to the same. */
  field?: ChangedField;
}

/** What a batch is narrowed to, to be counted where not all of it is read; undefined where a part says enough. */
export function countedPart({
  entity,
  action,
  via,
}: Change): { Entity: Kind } | { Action: Change['action'] } | undefined {
  if (takesContents(action, via)) return { Entity: entity };
  return via?.kind === 'import' ? { Action: action } : undefined;
}

/** Whether what is inside of a record was removed with it. */
function takesContents(action: Change['action'], via: Change['via']): boolean {
  return action === 'remove' && via?.name === 'removeWithContents';
}

/**
 * Says what a batch did, from as many of its changes as are known, the newest first. Of a batch that is not read in full,
 * `part` is how many of its changes are like the newest, as `countedPart` tells.
 */
export function tellBatch(changes: readonly Change[], total: number, part?: number): BatchTelling {
  const record = subjectOf(changes, total);
  const [first] = changes;
  if (first?.via?.name === 'handOver') {
    const [from, ...otherFrom] = new Set(changes.filter(({ action }) => action === 'remove').map(nameOf));
    const [to, ...otherTo] = new Set(changes.filter(({ action }) => action !== 'remove').map(nameOf));
    if (from && to && otherFrom.length + otherTo.length === 0) {
      return { sentence: 'batch.handedOver', record: isolate(from), amount: isolate(to) };
    }
  }
  if (!first) return { sentence: 'batch', record };
  const added = addedOf(changes, total, part);
  if (added !== undefined && added > 0 && added < total) return tellAdded(changes, total, added);
  const actions = new Set(changes.map(({ action }) => action));
  if (actions.size !== 1) return { sentence: 'batch', record };
  const { action, via } = first;
  if (action === 'undo') return tellUndo(changes, total);
  if (takesContents(action, via)) {
    const outermost = changes.filter(({ entity }) => entity === first.entity);
    const count = changes.length === total ? outermost.length : part;
    if (count !== undefined && count < total) {
      const amount = changes.length === total ? contentsOf(changes, first.entity) : messages.records(total - count);
      return { sentence: 'batch.whole', record: subjectOf(outermost, count), amount };
    }
  }
  if (action !== 'edit') return { sentence: action in plain ? action : 'batch', record };
  return { ...tellEdits(changes, total), record };
}

/** What went with records of a kind, counted by kind. */
function contentsOf(changes: readonly Change[], kind: Kind): string {
  const inside = changes.filter(({ entity }) => entity !== kind);
  return [...new Set(inside.map(({ entity }) => entity))]
    .map((entity) => {
      const { one, many } = nameAmongAll(records[entity]);
      return counted(inside.filter((change) => change.entity === entity).length, one, many);
    })
    .join(', ');
}

/** What an import does to records that are there. */
const changing: readonly Change['action'][] = ['edit', 'address'];

/** How many records of one kind were added, where nothing else was done but changing others; undefined where that is not known. */
function addedOf(changes: readonly Change[], total: number, part: number | undefined): number | undefined {
  const [first] = changes;
  const isAdded = ({ action }: Change) => action === 'create';
  if (!first || !changes.every((change) => isAdded(change) || changing.includes(change.action))) return undefined;
  if (changes.some(({ entity }) => entity !== first.entity)) return undefined;
  if (changes.length === total) return changes.filter(isAdded).length;
  if (part === undefined) return undefined;
  return isAdded(first) ? part : total - part;
}

/** An import adds some records, and changes others. */
function tellAdded(changes: readonly Change[], total: number, added: number): BatchTelling {
  const [{ entity } = { entity: 'company' as const }] = changes;
  const { one, many } = nameAmongAll(records[entity]);
  const changed =
    changes.length === total
      ? new Set(changes.flatMap(({ action, entityId }) => (action === 'create' ? [] : [entityId]))).size
      : total - added;
  return { sentence: 'batch.added', record: counted(changed, one, many), amount: counted(added, one, many) };
}

const nameOf = ({ entityName }: Change) => entityName;

/** Says what an undo took back: what the same changes did the other way round. */
function tellUndo(changes: readonly Change[], total: number): BatchTelling {
  const undone = changes.toReversed().map((change): Change => {
    const fields = change.fields.map(({ before, after, ...field }) => ({ ...field, before: after, after: before }));
    return { ...change, action: undoneAction(change), via: null, fields };
  });
  const isWhole = new Set(changes.map(({ entity }) => entity)).size > 1;
  const whole = { kind: 'bulk', name: 'removeWithContents' };
  const told = tellBatch(isWhole ? undone.map((change) => ({ ...change, via: whole })) : undone, total);
  const sentence = `undo.${told.sentence}`;
  return { ...told, sentence: sentence in messages.sentences ? (sentence as SentenceName) : 'batch.undone' };
}

/** Actions whose sentence about one record holds for several. */
const plain: Partial<Record<SentenceName, true>> = {
  create: true,
  remove: true,
  restore: true,
  cancel: true,
  disable: true,
  enable: true,
  invite: true,
  renew: true,
  end: true,
};

/** What a price is planned by. The price that it follows is not part of the change: it can still become another. */
const planFields = ['plannedPrice', 'plannedFrom'];

function tellEdits(changes: readonly Change[], total: number): Omit<BatchTelling, 'record'> {
  const prices = changes.flatMap(({ fields }) => fields.filter(({ name }) => name === 'plannedPrice'));
  const isPlan = changes.every(({ fields }) => fields.every(({ name }) => planFields.includes(name)));
  if (isPlan && prices.length === changes.length) {
    if (prices.every(({ after }) => after === null)) return { sentence: 'batch.unplanned' };
    return tellPlanned(
      prices.map(({ after }) => after).filter((price) => typeof price === 'number'),
      changes.length === total,
    );
  }
  const fields = changes.map(({ fields: [field, ...others] }) => (others.length === 0 ? field : undefined));
  const [first] = fields;
  const isSame = fields.every((field) => field && field.name === first?.name);
  if (!first || !isSame) return { sentence: 'batch' };
  const edits = fields as ChangedField[];
  if (first.name === 'price') return tellPrices(edits.map(({ before, after }) => [Number(before), Number(after)]));
  const isSetToOne = first.after !== null && edits.every(({ after }) => after === first.after);
  return isSetToOne ? { sentence: 'edit.set', field: first } : { sentence: 'batch' };
}

/** One price, or from which to which; the largest may be among those that are not read. */
function tellPlanned(prices: readonly number[], isAll: boolean): Omit<BatchTelling, 'record'> {
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  if (least === most) return { sentence: 'batch.plannedAt', amount: formatMoney(most) };
  if (!isAll) return { sentence: 'batch.planned' };
  return { sentence: 'batch.plannedAt', amount: messages.range(formatMoney(least), formatMoney(most)) };
}

function tellPrices(prices: [number, number][]): Omit<BatchTelling, 'record'> {
  const [largest] = prices.toSorted(([one], [other]) => other - one);
  if (!largest) return { sentence: 'batch' };
  const [before, after] = largest;
  const difference = marginOf(after, before);
  const way = difference > 0 ? 'batch.raised' : 'batch.lowered';
  if (prices.every(([, now]) => now === after)) return { sentence: 'batch.priced', amount: formatMoney(after) };
  if (prices.every(([was, now]) => marginOf(now, was) === difference)) {
    return { sentence: way, amount: formatMoney(Math.abs(difference)) };
  }
  // Of the largest price, where rounding to the cent says least.
  const percent = Math.round((difference / before) * 10_000) / 100;
  const isAlike = ([was, now]: [number, number]) => Math.abs(was * (1 + percent / 100) - now) < 0.01 + was / 10_000;
  if (!prices.every(isAlike)) return { sentence: 'batch' };
  return { sentence: way, amount: messages.percent(swapSigns(String(Math.abs(percent)))) };
}

/** One name in several projects, or so many records of a kind. */
function subjectOf(changes: readonly Change[], total: number): string {
  const [first] = changes;
  if (!first) return messages.records(total);
  const isOne = <Value>(part: (change: Change) => Value) => changes.every((change) => part(change) === part(first));
  const { one, many } = nameAmongAll(records[first.entity]);
  if (isOne(({ entityName }) => entityName) && isOne(({ entity }) => entity)) {
    if (total === 1) return `${one} ${isolate(first.entityName)}`;
    const projects = new Set(changes.map(({ projectId }) => projectId));
    if (!projects.has(null) && projects.size > 1 && changes.length === total) {
      return messages.inProjects(first.entityName, projects.size);
    }
  }
  return isOne(({ entity }) => entity) ? counted(total, one, many) : messages.records(total);
}
