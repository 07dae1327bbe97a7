import { isolate } from '@/shared/format/text';

export const messages = {
  add: 'Add files',
  dropHere: 'Drop the files to add them here.',
  dropHelp: (limit: string) => `Or drop files anywhere on this page, up to ${limit} each.`,
  sizeHelp: (limit: string) => `Up to ${limit} each.`,
  file: 'Files to add',
  none: 'No documents yet',
  noneText: 'Contracts, invoices, orders: what belongs to this, where everybody finds it.',
  noneToSee: 'Nobody has added a document that you may see.',
  confidential: 'Confidential',
  addConfidential: 'Confidential: only for people who may see cost',
  confidentialHelp: 'Only people who may see cost know of it.',
  notLoaded: 'The documents could not be loaded.',

  open: (name: string) => `Open ${isolate(name)}`,
  download: (name: string) => `Download ${isolate(name)}`,
  edit: (name: string) => `Edit ${isolate(name)}`,
  remove: (name: string) => `Remove ${isolate(name)}`,
  editing: 'Edit document',
  added: (name: string) => `${isolate(name)} is added.`,
  removed: (name: string) => `${isolate(name)} is removed.`,
  saved: 'The document is saved.',

  uploads: 'Files that are being added',
  sending: (name: string) => `Sending ${isolate(name)}`,
  storing: 'Almost done',
  waiting: 'Waits for the files before it',
  cancel: (name: string) => `Cancel ${isolate(name)}`,
  dismiss: (name: string) => `Do not add ${isolate(name)}`,
  notAdded: (name: string) => `${isolate(name)} was not added.`,
  empty: 'The file is empty. Choose another one.',
  tooLarge: (limit: string) => `A document may have ${limit}. Make the file smaller, or split it.`,
  noAnswer: 'The connection broke off, or the file can not be read. Check both and try again.',

  preview: {
    failed: 'The document can not be shown. Download it instead.',
    cut: 'This is the beginning. Download the document to read all of it.',
  },
};
