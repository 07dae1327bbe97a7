import { formatDay, formatInstantDay } from '@/shared/format/date';
import type { Noun } from '@/shared/format/noun';
import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import { placeMessages } from './placeMessages';

/**
 * Sentences about a change. Names in braces are the parts that a line puts in: who did it, to what, and the values.
 * The second part of a name says when it holds.
 */
const sentences = {
  create: '{actor} added {record}',
  edit: '{actor} changed {record}',
  'edit.one': '{actor} changed {field} of {record} from {before} to {after}',
  'edit.set': '{actor} set {field} of {record} to {after}',
  'edit.cleared': '{actor} cleared {field} of {record}, which was {before}',
  'edit.text': '{actor} changed {field} of {record}',
  'own.one': '{actor} changed {field} from {before} to {after}',
  'own.set': '{actor} set {field} to {after}',
  'own.cleared': '{actor} cleared {field}, which was {before}',
  'own.text': '{actor} changed {field}',
  address: '{actor} changed the address of {record}',
  'address.set': '{actor} added the address of {record}',
  'address.cleared': '{actor} removed the address of {record}',
  photo: '{actor} changed the photo of {record}',
  'photo.set': '{actor} added a photo of {record}',
  'photo.cleared': '{actor} removed the photo of {record}',
  remove: '{actor} removed {record}',
  'remove.marked': '{actor} marked {record} for removal',
  restore: '{actor} restored {record}',
  cancel: '{actor} canceled {record}',
  disable: '{actor} disabled {record}',
  enable: '{actor} enabled {record}',
  invite: '{actor} invited {record} again',
  renew: '{actor} renewed {record}',
  end: '{actor} noted the end of {record}',
  password: '{actor} set the password of {record}',
  undo: '{actor} undid a change of {record}',
  'undo.one': '{actor} set {field} of {record} back from {before} to {after}',
  'undo.own': '{actor} set {field} back from {before} to {after}',
  'undo.removed': '{actor} took back the adding of {record}',
  'undo.restored': '{actor} took back the removal of {record}',
  erase: '{actor} erased the personal data of {record}',
  batch: '{actor} changed {record} at once',
  'batch.raised': '{actor} raised the price of {record} by {amount}',
  'batch.lowered': '{actor} lowered the price of {record} by {amount}',
  'batch.priced': '{actor} set the price of {record} to {amount}',
  'batch.handedOver': '{actor} handed over the roles of {record} to {amount}',
  'batch.planned': '{actor} planned new prices of {record}',
  'batch.plannedAt': '{actor} planned new prices of {record}: {amount}',
  'batch.added': '{actor} added {amount} and changed {record}',
  'batch.unplanned': '{actor} removed the planned prices of {record}',
  'batch.whole': '{actor} removed {record} with all contents: {amount}',
  'batch.undone': '{actor} took back what was changed in {record}',
  'undo.create': '{actor} took back the adding of {record}',
  'undo.remove': '{actor} took back the removal of {record}',
  'undo.cancel': '{actor} took back the cancelation of {record}',
  'undo.edit.set': '{actor} took back that {field} of {record} was set to {after}',
  'undo.batch.raised': '{actor} took back that the price of {record} was raised by {amount}',
  'undo.batch.lowered': '{actor} took back that the price of {record} was lowered by {amount}',
  'undo.batch.priced': '{actor} took back that the price of {record} was set to {amount}',
  'undo.batch.planned': '{actor} took back the planned prices of {record}',
  'undo.batch.plannedAt': '{actor} took back the planned prices of {record}: {amount}',
  'undo.batch.added': '{actor} took back that {amount} were added and {record} changed',
  'undo.batch.whole': '{actor} took back the removal of {record} with all contents: {amount}',
};

export type SentenceName = keyof typeof sentences;

export const messages = {
  ...placeMessages,
  sentences,

  thisRecord: ({ one }: Noun) => `this ${one}`,
  records: (count: number) => counted(count, 'record', 'records'),
  where: (places: readonly string[]) => ` in ${places.map(isolate).join(', ')}`,
  severalRecords: 'several records',
  inProjects: (name: string, count: number) => `${isolate(name)} in ${counted(count, 'project', 'projects')}`,
  range: (least: string, most: string) => `${least} to ${most}`,
  percent: (number: string) => `${number} %`,
  via: {
    key: 'with the key {name}',
    import: 'by importing {name}',
    bulk: 'in a bulk action',
    undo: '',
    group: 'by the group {name}',
  },

  // Differences. The words before values are for screen readers, which don't tell struck text apart.
  nothing: 'nothing',
  wasValue: 'was ',
  nowValue: ', now ',
  removedWords: 'removed: ',
  addedWords: ' added: ',
  photoBefore: 'Photo before',
  photoAfter: 'Photo after',
  noPhoto: 'No photo',
  /** The fields that are folded away, by their labels. */
  values: (labels: readonly string[]) =>
    labels.length <= 3 ? labels.join(', ') : `${labels.slice(0, 2).join(', ')} and ${labels.length - 2} more`,

  // Undo.
  redo: 'Redo',
  undoJob: 'Undo',
  undoAll: 'Undo all',
  undone: 'Undone',
  byTime: 'By time',
  isUndone: 'The change is undone.',
  areUndone: (count: number) => `${counted(count, 'change', 'changes')} undone.`,
  cannotUndo: (reason: string) => `This can not be undone. ${reason}`,
  conflictTitle: 'Changed again since',
  conflictText: 'What you want to undo was changed again later. Overwriting sets it back all the same.',
  conflictField: 'Field',
  conflictCurrent: 'Now',
  conflictWanted: 'Would become',
  overwrite: 'Overwrite',

  // The section of a record.
  noHistory: 'No changes yet',
  noHistoryText: 'Every change is kept here, with who made it and what it was before.',
  notLoaded: 'The history could not be loaded.',
  showAll: 'Show all in Activity',
  showBatch: 'Show each',

  // Activity.
  activity: 'Activity',
  activityFile: 'activity.csv',
  kind: 'Kind of record',
  allKinds: 'All records',
  action: 'Action',
  allActions: 'All actions',
  onlyOf: (name: string) => `Only ${name}`,
  onlyOfRecord: 'Only one record',
  onlyBatch: 'Only what was done at once',
  zone: (zone: string) => `Times are in ${zone}. A bulk action, an import or an undo counts as one entry.`,
  clear: 'Clear filters',
  noActivity: 'No changes yet',
  noActivityText: 'What people add, change and remove is listed here.',
  noMatch: 'No change matches',
  noMatchText: 'Other filters may show more.',
  today: (day: string) => `Today, ${formatDay(day)}`,

  // Removed records.
  removed: 'Removed',
  removedText: 'Records can be restored for 30 days after their removal.',
  restoreOf: (name: string) => `Restore ${name}`,
  removedBy: 'Removed by {actor} {time}',
  goneOn: (at: string) => `Restorable until ${formatInstantDay(at)}`,
  noRemoved: 'Nothing was removed',
  noRemovedText: 'What is removed can be restored here for 30 days.',
};
