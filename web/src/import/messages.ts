import type { Noun } from '@/shared/format/noun';
import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

export const messages = {
  title: ({ many }: Noun) => `Import ${many}`,

  // The file.
  drop: 'Drop a file here, or choose one',
  dropHelp: 'CSV (comma, semicolon or tab) or XLSX, at most 50 MB. The first row has the names of the columns.',
  nothingYet: 'Nothing is changed before you have seen what would change.',
  choose: 'Choose file',
  file: 'File to import',
  template: 'Download template',
  templateFile: ({ many }: Noun) => `${many.replaceAll(' ', '-')}-template.csv`,
  howTitle: 'How rows are read',
  how: {
    empty: 'A column that is not there leaves its field alone. An empty cell clears it.',
    export: 'An export of the list can be edited and imported again: rows that you leave alone change nothing.',
  },
  sending: (name: string) => `Sending ${isolate(name)}`,
  reading: (name: string) => `Reading ${isolate(name)} and comparing its rows`,
  compared: (done: number, total: number) =>
    total === 0 ? counted(done, 'row', 'rows') : `${formatCount(done)} of ${counted(total, 'row', 'rows')}`,
  tooLarge: 'This file is larger than 50 MB. Split it, and import the parts one by one.',
  empty: 'This file is empty. Choose another one, or begin with the template.',
  notImported: (name: string) => `${isolate(name)} was not imported. Nothing was changed.`,
  chooseAnother: 'Correct the file and choose it again.',
  noAnswer: 'There was no answer. Check your connection and try again.',

  // An import that was read.
  notLoaded: 'The import could not be loaded.',
  gone: 'This import is gone',
  goneText: 'An import is kept for a day. Choose the file again.',
  startOver: 'Import another file',
  unnamed: 'The file',
  rows: (name: string, count: number) => `${isolate(name)}: ${counted(count, 'row', 'rows')}.`,
  creates: ({ one, many }: Noun, count: number) => `Adds ${counted(count, one, many)}.`,
  updates: ({ one, many }: Noun, count: number) => `Changes ${counted(count, one, many)}.`,
  unchanged: (count: number) => `Leaves ${formatCount(count)} as they are.`,
  refused: (count: number) =>
    `${counted(count, 'row is refused and left out', 'rows are refused and left out')}: see why below, or download them, correct them and import them again.`,
  nothingToDo: 'Nothing would change.',
  apply: 'Import',
  discard: 'Discard',
  downloadRefused: 'Download refused rows',
  refusedFile: ({ many }: Noun) => `${many.replaceAll(' ', '-')}-refused.csv`,

  // Columns.
  /** Fields that templates and exports call by less than their whole name. */
  shortNames: {
    companyName: 'Company',
    projectName: 'Project',
    subscriptionName: 'Subscription',
    categoryName: 'Category',
    costCurrencyName: 'Currency',
    priceCurrencyName: 'Currency',
  } as Record<string, string>,
  columns: 'Columns',
  columnsHelp:
    'Each column of the file sets one field. Correct what was guessed wrong; below it is a value of the file.',
  columnOf: (header: string) => `Column ${isolate(header)}`,
  unnamedColumn: (place: number) => `Column ${formatCount(place)}`,
  leaveAlone: 'Leave alone',
  leftAlone: (headers: string[]) =>
    `Left alone: ${headers.map(isolate).join(', ')}. An address is read where Country and Province State are there.`,
  compareAgain: 'Compare again',
  twice: (field: string) => `${field} is set by two columns. Leave one of them alone.`,

  // Rows.
  rowsTitle: 'Rows',
  state: 'Show',
  states: { all: 'All', create: 'Added', update: 'Changed', unchanged: 'As they are', refused: 'Refused' },
  counted: (label: string, count: number) => `${label} ${formatCount(count)}`,
  row: 'Row',
  record: 'Record',
  what: 'What happens',
  changes: 'Changes',
  noRows: 'No rows here.',
  rowsFailed: 'The rows could not be loaded.',
  field: (label: string) => `${label}: `,

  // Applied.
  underWay: 'The import is under way. You can leave this page.',
  applied: (done: number, refused: number) =>
    refused === 0
      ? `${counted(done, 'row is', 'rows are')} imported.`
      : `${counted(done, 'row is', 'rows are')} imported, ${formatCount(refused)} refused.`,
  takenBack: 'This import was taken back: nothing of it is left.',
  stopped: (done: number, total: number) => `Stopped: ${formatCount(done)} of ${formatCount(total)} done.`,
  failed: (done: number, total: number) =>
    `Ended early: ${formatCount(done)} of ${formatCount(total)} done. Undo, or import the file again for the rest.`,
  open: (list: string) => `Open ${list}`,
};
