import { test } from './support/firefox';
import { administrator } from './support/server';
import { unique } from './support/test';

// What people do all day, and what browsers do differently: forms and their keys, dialogs, lists of choices, charts,
// and the live connection. All other tests run in Chromium.
test('Firefox: a working day', async ({ visitor, api }) => {
  const name = unique('Smoke');
  const company = await api.createCompany(name);

  await test.step('signs in, to the page that was asked for', async () => {
    await visitor.open('app/companies');
    await visitor.isAt('login');
    await visitor.clicks('button', 'Sign in');
    await visitor.reads('Email field is required.');
    await visitor.fills('textbox', 'Email (required)', administrator.email);
    // Firefox gives a password field no role.
    await visitor.page.locator('input[type=password]').fill(administrator.password);
    await visitor.presses('Enter');
    await visitor.reads(`Welcome, ${administrator.name}!`);
    await visitor.sees('heading', 'Companies');
  });

  await test.step('finds a company by search and by the palette', async () => {
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
  });

  await test.step('edits it', async () => {
    await visitor.clicks('link', 'Edit');
    await visitor.fills('textbox', 'Name (required)', '');
    await visitor.presses('Tab');
    await visitor.reads('Name field is required.');
    await visitor.fills('textbox', 'Name (required)', `${name} Ltd`);
    await visitor.clicks('button', 'Save');
    await visitor.reads(`${name} Ltd is saved.`);
    await visitor.sees('heading', `${name} Ltd`);
  });

  await test.step('picks it for a project, and removes the project by its dialog', async () => {
    await visitor.open('app/projects/new');
    await visitor.fills('combobox', 'Company (required)', `${name} Ltd`);
    await visitor.reads('1 suggestion');
    // By the mouse: a suggestion that is read anew meanwhile has no key for a moment. Keys are tried in Chromium.
    await visitor.page.locator(`[role=option] ::-p-text(${name} Ltd)`).click();
    await visitor.fills('textbox', 'Name (required)', 'Website');
    await visitor.clicks('button', 'Add project');
    await visitor.sees('heading', 'Website');
    await visitor.clicks('button', 'Delete');
    await visitor.sees('dialog', 'Removing Project: Website');
    await visitor.page.locator('dialog ::-p-aria([name="Delete"][role="button"])').click();
    await visitor.reads('Website is removed.');
  });

  await test.step('hears of changes and notifications at once', async () => {
    const project = await api.createProject(company.id, 'Shop');
    await visitor.open(`app/companies/${company.id}`);
    await visitor.sees('heading', `${name} Ltd`);
    await api.call('PUT', 'company', { data: { id: company.id, name: `${name} renamed` } });
    // A page that shows this is connected, and does not miss the notification.
    await visitor.sees('heading', `${name} renamed`);
    await api.attachSubscription(project.id, unique('Urgent'), 3);
    await visitor.reads('You have received a new notification.');
  });

  await test.step('shows figures and charts, and signs out', async () => {
    await visitor.clicks('link', 'Dashboard');
    await visitor.reads('Subscriptions Ending Soon');
    await visitor.sees('group', 'When do subscriptions end?');
    await visitor.clicks('link', 'Sign Out');
    await visitor.isAt('login');
  });
});
