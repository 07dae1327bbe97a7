import { isolate } from '@/shared/format/text';
import { labelOf, type Noun } from './format/noun';
import { counted, formatCount } from './format/number';

/** Texts that the pages about records share. The sign-in page does without them. */
export const recordMessages = {
  addNew: 'Add New',
  created: 'Created',
  detailsHelp: 'At most 256 characters.',
  name: 'Name',
  noticeDays: 'Notice, days',
  status: 'Status',
  active: 'Active',
  all: 'All',
  disabled: 'Disabled',
  administratorUser: (name: string) => `${name} · Administrator`,
  disabledUser: (name: string) => `${name} · Disabled`,
  isSaved: (name: string) => `${isolate(name)} is saved.`,
  no: 'No',
  show: 'Show',
  yes: 'Yes',
  userHelp: 'Type three letters or more of the e-mail address.',
  nobodyFound: 'Nobody found.',

  // Removal in two steps.
  finalize: 'Finalize removal',
  isGone: (name: string) => `${isolate(name)} is gone and can not be restored.`,
  isRemoved: (name: string) => `${isolate(name)} is removed.`,
  isRestored: (name: string) => `${isolate(name)} is restored.`,
  notRestoredWithout: (name: string, needs: string) =>
    `${isolate(name)} can not be restored while ${needs} is removed.`,
  nothingUsesIt: 'Nothing uses it any more: it does not stay in the list this time.',
  pendingRemove: 'Pending Remove',
  remove: 'Remove',
  removing: (noun: Noun, name: string) => `Removing ${labelOf(noun)}: ${isolate(name)}`,
  removingQuestion: ({ one }: Noun) => `Are you sure you want to remove this ${one}?`,
  restore: 'Restore',
  whatItBelongsTo: 'what it belongs to',

  // Pages of a table.
  firstPage: 'First page',
  lastPage: 'Last page',
  nextPage: 'Next page',
  page: (page: number, pages: number) => `Page ${formatCount(page)} of ${formatCount(pages)}`,
  pages: 'Pages',
  previousPage: 'Previous page',
  rows: (first: number, last: number, all: number) =>
    `${formatCount(first)}–${formatCount(last)} of ${formatCount(all)}`,

  // Somebody else saved first.
  changedBy: '{who} changed this {when}. Your changes are not saved yet.',
  empty: 'empty',
  isNow: (label: string, value: string) => `${label} is now: ${isolate(value)}`,
  keepMine: 'Keep mine',
  meanwhile: 'meanwhile',
  someoneElse: 'Someone else',

  // A draft that came back.
  restored: 'Restored what you typed {when}. It is not saved yet.',
  discard: 'Discard',

  changePhoto: 'Change photo',
  photoFile: 'Photo file',
  photoHelp: 'JPEG, PNG or WebP, at most 5 MB.',
  photoNotImage: 'This is not a JPEG, PNG or WebP image.',
  photoRemoved: 'The photo is removed.',
  photoSaved: 'The photo is saved.',
  photoTooLarge: 'This image is larger than 5 MB.',
  removePhoto: 'Remove photo',
  uploadPhoto: 'Upload photo',

  removeAddress: 'Remove address',
  removingAddress: 'Removing Address',
  removingAddressQuestion: 'Are you sure you want to remove this address?',
  removingChangedAddressQuestion: (who: string) =>
    `${isolate(who)} changed this meanwhile. Are you sure you want to remove the address that is stored now?`,

  suggestionCount: (count: number) => counted(count, 'suggestion', 'suggestions'),
  suggestions: 'Suggestions',
};
