/**
 * Every route of the web app, for tests that visit them all; src/app/router.test.ts fails when one is missing here.
 * `{company}` and the like stand for what `world` made.
 */
export const publicRoutes = ['login', 'resetPass', 'changePassword', 'not-found', 'server-error'];

export const companyRoutes = [
  'app/companies',
  'app/companies/new',
  'app/companies/{company}',
  'app/companies/{company}/edit',
  'app/companies/{company}/address',
  'app/companies/{company}/new-project',
  'app/companies/{company}/new-moderator',
  'app/companies/{company}/mod/{moderator}',
  'app/dashboard',
  'app/notifications',
  'app/activity',
  'app/removed',
  'app/renewals',
  'app/reports',
  'app/import',
  'app/account',
  'app/not-found',
  'app/server-error',
];

export const projectRoutes = [
  'app/projects',
  'app/projects/new',
  'app/projects/{project}',
  'app/projects/{project}/edit',
  'app/projects/{project}/new-moderator',
  'app/projects/{project}/new-subscription',
  'app/projects/{project}/new-product',
  'app/projects/{project}/sub/{sub}',
  'app/projects/{project}/sub/{sub}/edit',
  'app/projects/{project}/prd/{prd}',
  'app/projects/{project}/prd/{prd}/edit',
];

export const catalogueRoutes = [
  'app/products',
  'app/products/new',
  'app/products/{product}',
  'app/products/{product}/edit',
  'app/subscriptions',
  'app/subscriptions/new',
  'app/subscriptions/{subscription}',
  'app/subscriptions/{subscription}/edit',
];

export const userRoutes = [
  'app/users',
  'app/users/new',
  'app/users/{email}',
  'app/users/{email}/edit',
  'app/users/{email}/address',
  'app/security',
  'app/webhooks',
];

export const appRoutes = [...companyRoutes, ...projectRoutes, ...catalogueRoutes, ...userRoutes];
