import { readFile } from 'node:fs/promises';
import { closeToast, expect, expectAccessible, field, overview, test, toast, unique } from './support/test';
import { addUser, openAs, someAddress } from './support/users';

test('an ordinary user is added, invited, shown, edited and found', async ({ page, at, server }) => {
  const [email, name] = [someAddress(), unique('Una')];
  await page.goto(at('app/users'));
  await page.getByRole('link', { name: 'Add New' }).first().click();
  await expect(page).toHaveURL(at('app/users/new'));
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByText('Email field is required.')).toBeVisible();
  await expect(page.getByText('Display Name field is required.')).toBeVisible();
  await field(page, 'Email').fill('una');
  await field(page, 'Phone Number').fill('call me');
  await field(page, 'Display Name').fill(name);
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByText('Email value is not an email format.')).toBeVisible();
  await expect(page.getByText('Phone Number is not a phone number.')).toBeVisible();
  await field(page, 'Email').fill(email);
  await field(page, 'Phone Number').fill('+44 20-7946 0000');
  await page.getByRole('button', { name: 'Add user' }).click();

  // 'new' is replaced by the user's e-mail address.
  const details = at(`app/users/${email}`);
  await expect(page).toHaveURL(details);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  expect(await server.linkInMail(email)).toContain('changePassword');

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(`${details}/edit`);
  await field(page, 'Last Name').fill('Underhill');
  await field(page, 'Gender').selectOption('Female');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(details);
  await expect(overview(page).getByText('Underhill')).toBeVisible();

  await page.goto(at(`app/users?search=${email}`));
  const card = page.getByRole('main').getByRole('link', { name });
  await expect(card).toContainText(email);
  await expect(card).toContainText('+44 20-7946 0000');
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(email);
});

test('an administrator is registered with a password and signs in with it', async ({ page, at, server }) => {
  const email = someAddress();
  await page.goto(at('app/users/new'));
  await field(page, 'Email').fill(email);
  await field(page, 'Display Name').fill('Alan Admin');
  await page.getByRole('button', { name: 'Administrator', exact: true }).click();
  await field(page, 'Password').fill('password');
  await page.getByRole('button', { name: 'Register administrator' }).click();
  await expect(
    page.getByText(
      'Password must be 8 to 64 characters with an upper-case letter, a lower-case letter, a digit and a special character.',
    ),
  ).toBeVisible();
  await field(page, 'Password').fill('Turing-Machine-1');
  await page.getByRole('button', { name: 'Register administrator' }).click();
  await expect(page).toHaveURL(at(`app/users/${email}`));
  await expect(page.getByRole('main').getByText('Administrator').first()).toBeVisible();
  expect((await server.signIn(email, 'Turing-Machine-1')).token).toBeTruthy();
});

test.describe('an address of mail that is taken', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('is refused at its field', async ({ page, at, api }) => {
    const email = someAddress();
    await api.createUser(email, 'First');
    await page.goto(at('app/users/new'));
    await field(page, 'Email').fill(email);
    await field(page, 'Display Name').fill('Second');
    await page.getByRole('button', { name: 'Add user' }).click();
    await expect(page.getByRole('alert').getByText('Email is already registered.')).toBeVisible();
    await expect(field(page, 'Email')).toBeFocused();
  });
});

test('a user who leaves is disabled with a reason, and enabled again', async ({ page, at, api, server }) => {
  const user = await addUser(api, 'Dora Disabled');
  await server.signIn(user.email, user.password);
  await page.goto(at(`app/users/${user.email}`));
  await expect(page.getByRole('list', { name: 'Signed in' }).getByRole('listitem').first()).toContainText('last seen');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Offboard' }).click();
  const panel = page.getByRole('dialog', { name: 'Dora Disabled leaves' });
  await expect(panel.getByText('They have no role on any company or project.')).toBeVisible();
  await field(panel, 'Reason').selectOption('Requested by the user');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Not signed in anywhere now.')).toBeVisible();
  await expect(page.getByText('Disabled: Requested by the user')).toBeVisible();
  await expect(server.signIn(user.email, user.password)).rejects.toThrow('401');

  await page.getByRole('button', { name: 'Enable' }).click();
  await expect(toast(page, 'Dora Disabled is enabled.')).toBeVisible();
  expect((await server.signIn(user.email, user.password)).token).toBeTruthy();
});

test('a user is promoted, and demoted again', { tag: '@prove' }, async ({ page, at, api }) => {
  const email = someAddress();
  await api.createUser(email, 'Paul Promoted');
  await page.goto(at(`app/users/${email}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Make administrator' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make administrator' }).click();
  await closeToast(page, 'Paul Promoted is an administrator now.');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Remove administrator' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Paul Promoted is no longer an administrator.')).toBeVisible();
  expect(await api.call('GET', `UserManagement/${encodeURIComponent(email)}`)).toMatchObject({ isAdmin: false });
});

test('an invitation is sent again', async ({ page, at, api, server }) => {
  const email = someAddress();
  await api.createUser(email, 'Ivo Invited');
  await server.linkInMail(email);
  await page.goto(at(`app/users/${email}`));
  await page.getByRole('button', { name: 'Invite again' }).click();
  await expect(toast(page, 'There is a new link for Ivo Invited.')).toBeVisible();
  expect(await server.linkInMail(email, 2)).toContain('changePassword');
});

test.describe('as a moderator', () => {
  test.use({ signedIn: false });

  test('users are out of reach, and nothing is asked for', async ({ page, at, api, server }) => {
    const owner = await addUser(api, 'Olga Owner');
    await api.addModerator((await api.createCompany(unique('Client'))).id, owner.email, 1);
    await openAs(page, server, owner, at('app/users'));
    for (const path of ['app/users', 'app/users/new', `app/users/${owner.email}`]) {
      await page.goto(at(path));
      await expect(page.getByText('Only administrators work here')).toBeVisible();
    }
  });
});

test('the page of a user shows what they have access to, and where it comes from', async ({ page, at, api }) => {
  const user = await addUser(api, 'Mara Moderator');
  const company = await api.createCompany(unique('Roles'));
  const name = unique('Project');
  const project = await api.createProject(company.id, name);
  await api.addModerator(company.id, user.email, 3);
  await page.goto(at(`app/users/${user.email}`));
  const access = page.getByRole('list', { name: 'Access' });
  const line = access.getByRole('listitem');
  await expect(line).toHaveText([
    `${company.name}CompanySupport`,
    `${name}Project of ${company.name}Supportfrom the company`,
  ]);

  // A role that somebody else gives meanwhile shows up by itself.
  await api.call('POST', 'project/moderator', { id: project.id, userEmail: user.email, role: 1 });
  await expect(line).toHaveCount(3);
  await expect(line.nth(1)).toHaveText(`${name}Project of ${company.name}Owner`);
  await line.nth(1).getByRole('link', { name }).click();
  await expect(page).toHaveURL(at(`app/projects/${project.id}`));
});
