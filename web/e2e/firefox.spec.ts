import { test, type Visitor } from './support/firefox';
import { administrator } from './support/server';
import { unique } from './support/test';

// What people do all day, in Firefox; all other tests run in Chromium. One after the other, in one browser.
test.describe.configure({ mode: 'serial' });

async function signIn(visitor: Visitor): Promise<void> {
  await visitor.fills('textbox', 'Email', administrator.email);
  // Firefox gives a password field no role.
  await visitor.page.locator('input[type=password]').fill(administrator.password);
  await visitor.presses('Enter');
  await visitor.reads(`Welcome, ${administrator.name}!`);
}

test('Firefox: signs in, to the page that was asked for, and out again', async ({ visitor }) => {
  await visitor.open('app/companies');
  await visitor.isAt('login');
  await visitor.clicks('button', 'Sign in');
  await visitor.reads('Email field is required.');
  await signIn(visitor);
  await visitor.sees('heading', 'Companies');
  await visitor.clicks('link', 'Sign Out');
  await visitor.isAt('login');
});

test('Firefox: shows figures and charts', { tag: '@prove' }, async ({ visitor, api }) => {
  const company = await api.createCompany(unique('Chart'));
  const project = await api.createProject(company.id, 'Website');
  await api.attachSubscription(project.id, unique('Hosting'), 3);
  await visitor.open('login');
  await signIn(visitor);
  await visitor.sees('heading', `Hello, ${administrator.name}`);
  await visitor.reads('Subscriptions Ending Soon');
  await visitor.sees('group', 'When do subscriptions end?');
});

test('Firefox: finds a company by search and by the palette, and edits it', async ({ visitor, api }) => {
  const name = unique('Smoke');
  const company = await api.createCompany(name);
  await visitor.open('app/companies');
  await signIn(visitor);
  await visitor.fills('searchbox', 'Search companies', name);
  await visitor.reads('1 company');
  await visitor.page.locator(`main a ::-p-text(${name})`).click();
  await visitor.sees('heading', name);

  await visitor.clicks('link', 'Dashboard');
  await visitor.sees('heading', `Hello, ${administrator.name}`);
  await visitor.presses('k', 'Control');
  await visitor.fills('combobox', 'Search', name);
  await visitor.page.locator(`[role=option] ::-p-text(${name})`).wait();
  await visitor.presses('Enter');
  await visitor.isAt(`app/companies/${company.id}`);

  await visitor.clicks('link', 'Edit');
  await visitor.fills('textbox', 'Name', '');
  await visitor.presses('Tab');
  await visitor.reads('Name field is required.');
  await visitor.fills('textbox', 'Name', `${name} Ltd`);
  await visitor.clicks('button', 'Save');
  await visitor.reads(`${name} Ltd is saved.`);
  await visitor.sees('heading', `${name} Ltd`);
});

test('Firefox: picks a company for a project, and removes it by its dialog', { tag: '@prove' }, async ({
  visitor,
  api,
}) => {
  const name = unique('Owner');
  await api.createCompany(name);
  await visitor.open('app/projects/new');
  await signIn(visitor);
  await visitor.fills('combobox', 'Company', name);
  await visitor.reads('1 suggestion');
  await visitor.presses('Enter');
  await visitor.fills('textbox', 'Name', 'Website');
  await visitor.clicks('button', 'Add project');
  await visitor.sees('heading', 'Website');
  await visitor.clicks('button', 'Delete');
  await visitor.sees('dialog', 'Removing Project: Website');
  await visitor.page.locator('dialog ::-p-text(Delete)').click();
  await visitor.reads('Website is removed.');
});

test('Firefox: hears of changes and notifications at once', { tag: '@prove' }, async ({ visitor, api }) => {
  const name = unique('Live');
  const company = await api.createCompany(name);
  const project = await api.createProject(company.id, 'Website');
  await visitor.open(`app/companies/${company.id}`);
  await signIn(visitor);
  await visitor.sees('heading', name);
  await api.call('PUT', 'company', { data: { id: company.id, version: company.version, name: `${name} renamed` } });
  // A page that shows this is connected, and does not miss the notification.
  await visitor.sees('heading', `${name} renamed`);
  await api.attachSubscription(project.id, unique('Urgent'), 3);
  await visitor.reads('You have received a new notification.');
});
