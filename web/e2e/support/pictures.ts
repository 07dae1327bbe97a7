import type { Locator, Page } from '@playwright/test';
import { field } from './test';

/** A picture of the user's guide: who looks where, and what they do there first. */
export interface Picture {
  /** Of the files in docs/guide/pictures. */
  name: string;
  as: 'admin' | 'owner' | 'nobody';
  /** Below btracker/. What stands in braces is the id of the record of that name. */
  path: string;
  prepare?: (page: Page) => Promise<void>;
  /** What of the page is shown, if not all that is in sight. */
  part?: (page: Page) => Locator;
  isPhone?: boolean;
}

const company = 'app/companies/{company Riverside Hotels}';
const project = 'app/projects/{project Booking platform}';
const worked = 'app/companies/{company Cobalt & Lindqvist}';

function section(page: Page, title: string): Locator {
  return page.locator('section', { has: page.getByRole('heading', { level: 2, name: title }) });
}

/** Nothing that a picture does changes a record: the next one shows the same data. */
export const pictures: Picture[] = [
  { name: 'sign-in', as: 'nobody', path: 'login' },
  {
    name: 'second-factor',
    as: 'owner',
    path: 'app/account?tab=security',
    part: (page) => section(page, 'Second factor'),
  },
  { name: 'today', as: 'admin', path: 'app/dashboard' },
  { name: 'today-phone', as: 'owner', path: 'app/dashboard', isPhone: true },
  {
    name: 'search',
    as: 'admin',
    path: 'app/dashboard',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').fill('river');
      await page.getByRole('option', { name: 'Riverside Hotels' }).first().waitFor();
    },
  },
  { name: 'table', as: 'admin', path: 'app/companies?view=table&sort=-monthlyPrice' },
  {
    name: 'views',
    as: 'admin',
    path: 'app/renewals?preset=90',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Saved views' }).click();
      await page.getByRole('button', { name: 'Save this view' }).waitFor();
    },
  },
  { name: 'company', as: 'owner', path: company },
  {
    name: 'new-subscription',
    as: 'owner',
    path: `${project}/new-subscription`,
    prepare: async (page) => {
      await field(page, 'Subscription').fill('help');
      await page.getByRole('option', { name: 'Help desk' }).click();
      await page.getByText('Month', { exact: true }).click();
      await field(page, 'Auto Renew').check();
      await field(page, 'Price').fill('120');
    },
  },
  { name: 'renewals', as: 'admin', path: 'app/renewals' },
  { name: 'calendar', as: 'admin', path: 'app/renewals?view=calendar' },
  {
    name: 'reminders',
    as: 'owner',
    path: 'app/account?tab=notifications',
    part: (page) => section(page, 'Notifications'),
  },
  {
    name: 'plan',
    as: 'admin',
    path: 'app/plan',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add a change' }).click();
      const dialog = page.getByRole('dialog');
      await field(dialog, 'Percent').fill('5');
      await dialog.getByRole('button', { name: 'Try it' }).click();
      await page.getByText(/ more until /).waitFor();
    },
  },
  { name: 'reports', as: 'admin', path: 'app/reports' },
  { name: 'history', as: 'owner', path: worked, part: (page) => section(page, 'History') },
  { name: 'documents', as: 'owner', path: company, part: (page) => section(page, 'Documents') },
  { name: 'notes', as: 'owner', path: company, part: (page) => section(page, 'Notes') },
  { name: 'activity', as: 'admin', path: 'app/activity' },
  { name: 'removed', as: 'admin', path: 'app/removed' },
  {
    name: 'preview',
    as: 'admin',
    path: 'app/renewals?preset=losing',
    prepare: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all' }).click();
      await page.getByRole('button', { name: 'Change price' }).click();
      const dialog = page.getByRole('dialog');
      await field(dialog, 'Percent').fill('15');
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await dialog.getByText('You can take all of it back afterwards.').waitFor();
    },
  },
  {
    name: 'import',
    as: 'admin',
    path: 'app/import?list=company',
    prepare: async (page) => {
      const rows = [
        'Name,E-mail,Notes',
        'Riverside Hotels,front-desk@riversidehotels.example,',
        'Alder & Ash,hello@alderash.example,Met at the fair',
        'Birchwood Cycles,not an address,',
      ];
      const buffer = Buffer.from(rows.join('\n'));
      await page.getByLabel('File to import').setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('table', { name: 'Rows' }).waitFor();
    },
  },
  { name: 'who-can', as: 'owner', path: company, part: (page) => section(page, 'Moderators') },
  { name: 'user', as: 'admin', path: 'app/users/manager@example.com' },
  {
    name: 'key',
    as: 'owner',
    path: 'app/account?tab=keys',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add key', exact: true }).click();
      await field(page.getByRole('dialog'), 'Name').fill('Nightly report');
    },
    part: (page) => page.getByRole('dialog'),
  },
  {
    name: 'webhook',
    as: 'admin',
    path: 'app/webhooks',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add webhook' }).first().click();
      const dialog = page.getByRole('dialog');
      await field(dialog, 'Url').fill('https://hooks.example.com/tracker');
      await dialog.getByRole('button', { name: 'Add event' }).click();
    },
    part: (page) => page.getByRole('dialog'),
  },
  {
    name: 'fields',
    as: 'admin',
    path: 'app/fields?list=project',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add field' }).first().click();
      const dialog = page.getByRole('dialog');
      await field(dialog, 'Label').first().fill('Tier');
      await field(dialog, 'Kind').selectOption('Choice');
      await field(dialog, 'Options').fill('Gold\nSilver');
    },
    part: (page) => page.getByRole('dialog'),
  },
  { name: 'security', as: 'admin', path: 'app/security' },
  { name: 'sessions', as: 'owner', path: 'app/account?tab=security', part: (page) => section(page, 'Sessions') },
];
