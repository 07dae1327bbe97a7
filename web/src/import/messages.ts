import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

const address = {
  country: 'Country',
  provinceState: 'Province State',
  city: 'City',
  street: 'Street',
  building: 'Building',
  postalZipCode: 'Postal Zip Code',
};

const item = { id: 'Id', categoryName: 'Category', name: 'Name', details: 'Details', status: 'Status' };

/** The fields that the columns of a file can set, or by which a record is found, as templates and exports write them. */
export const importFields = {
  company: {
    id: 'Id',
    name: 'Name',
    details: 'Details',
    supportEmail: 'Support Email',
    supportPhone: 'Support Phone',
    ...address,
  },
  project: { id: 'Id', companyId: 'Company Id', companyName: 'Company', name: 'Name' },
  product: item,
  subscription: { ...item, cost: 'Cost', costCurrencyName: 'Currency', noticeDays: 'Notice Days' },
  user: {
    email: 'Email',
    displayName: 'Display Name',
    gender: 'Gender',
    firstName: 'First Name',
    lastName: 'Last Name',
    phoneNumber: 'Phone Number',
    ...address,
  },
  projectSubscription: {
    id: 'Id',
    companyId: 'Company Id',
    companyName: 'Company',
    projectId: 'Project Id',
    projectName: 'Project',
    subscriptionId: 'Subscription Id',
    subscriptionName: 'Subscription',
    categoryName: 'Category',
    startAt: 'Start At',
    endAt: 'End At',
    autoRenew: 'Auto Renew',
    price: 'Price',
    priceCurrencyName: 'Currency',
    noticeDays: 'Notice Days',
    details: 'Details',
  },
} satisfies Record<string, Record<string, string>>;

export type ImportList = keyof typeof importFields;

const nouns: Record<ImportList, [one: string, many: string]> = {
  company: ['company', 'companies'],
  project: ['project', 'projects'],
  product: ['product', 'products'],
  subscription: ['subscription', 'subscriptions'],
  user: ['user', 'users'],
  projectSubscription: ['project subscription', 'project subscriptions'],
};

export const messages = {
  title: (list: ImportList) => `Import ${nouns[list][1]}`,
  /** The names of the lists that lead here. */
  lists: {
    company: 'Companies',
    project: 'Projects',
    product: 'Products',
    subscription: 'Subscriptions',
    user: 'Account',
    projectSubscription: 'Renewals',
  },

  // The file.
  drop: 'Drop a file here, or choose one',
  dropHelp: 'CSV (comma, semicolon or tab) or XLSX, at most 50 MB. The first row has the names of the columns.',
  nothingYet: 'Nothing is changed before you have seen what would change.',
  choose: 'Choose file',
  file: 'File to import',
  template: 'Download template',
  templateFile: (list: ImportList) => `${nouns[list][1].replaceAll(' ', '-')}-template.csv`,
  howTitle: 'How rows are read',
  how: {
    found: {
      company: 'A row changes the company with its Id, else the one with its Name. Without one, it adds a company.',
      project:
        'A row changes the project with its Id, else the one with its Company and Name. Without one, it adds a project.',
      product:
        'A row changes the product with its Id, else the one with its Category and Name. Without one, it adds a product.',
      subscription:
        'A row changes the subscription with its Id, else the one with its Category and Name. Without one, it adds a subscription.',
      user: 'A row changes the user with its Email. Without one, it adds a user, who is invited by mail.',
      projectSubscription:
        'A row changes the project subscription with its Id. Without one, it attaches a subscription of the catalogue to a project.',
    } satisfies Record<ImportList, string>,
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
  creates: (list: ImportList, count: number) => `Adds ${counted(count, ...nouns[list])}.`,
  updates: (list: ImportList, count: number) => `Changes ${counted(count, ...nouns[list])}.`,
  unchanged: (count: number) => `Leaves ${formatCount(count)} as they are.`,
  refused: (count: number) =>
    `${counted(count, 'row is refused and left out', 'rows are refused and left out')}: see why below, or download them, correct them and import them again.`,
  nothingToDo: 'Nothing would change.',
  apply: 'Import',
  discard: 'Discard',
  downloadRefused: 'Download refused rows',
  refusedFile: (list: ImportList) => `${nouns[list][1].replaceAll(' ', '-')}-refused.csv`,

  // Columns.
  columns: 'Columns',
  columnsHelp:
    'Each column of the file sets one field. Correct what was guessed wrong; below it is a value of the file.',
  columnOf: (header: string) => `Column ${isolate(header)}`,
  unnamedColumn: (place: number) => `Column ${formatCount(place)}`,
  leaveAlone: 'Leave alone',
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
  job: (list: ImportList) => `Import ${nouns[list][1]}`,
  underWay: 'The import is under way. You can leave this page.',
  progress: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)}`,
  applied: (done: number, refused: number) =>
    refused === 0
      ? `Imported: ${formatCount(done)} done.`
      : `Imported: ${formatCount(done)} done, ${formatCount(refused)} refused.`,
  stopped: (done: number, total: number) => `Stopped: ${formatCount(done)} of ${formatCount(total)} done.`,
  failed: (done: number, total: number) =>
    `Ended early: ${formatCount(done)} of ${formatCount(total)} done. Undo, or import the file again for the rest.`,
  open: (list: string) => `Open ${list}`,
};
