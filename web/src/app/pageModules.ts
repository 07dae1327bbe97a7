export const signIn = 'src/pages/signIn.tsx';
export const reset = 'src/features/account/ResetForms.tsx';
export const dashboard = 'src/pages/dashboard.tsx';
export const lists = 'src/pages/bundles/lists.ts';
export const messages = 'src/pages/errors.tsx';
export const details = 'src/pages/bundles/details.ts';
export const forms = 'src/pages/bundles/forms.ts';

/**
 * The module of each page, by its address below the base path; `*` is one segment, and the first line that matches
 * holds. The build (scripts/pageFiles.ts) notes which files a module needs, and the server links them in the page's
 * HTML: the browser fetches them at once, instead of when the app has run. router.test.ts compares this table with that
 * of the router.
 */
export const pageModules: readonly (readonly [address: string, module: string])[] = [
  ['login', signIn],
  ['resetPass', reset],
  ['changePassword', reset],
  ['not-found', messages],
  ['server-error', messages],
  ['app/not-found', messages],
  ['app/server-error', messages],
  ['app/dashboard', dashboard],
  ['app/notifications', 'src/features/notifications/NotificationTable.tsx'],
  ['app/renewals', 'src/features/renewals/RenewalsPage.tsx'],
  ['app/reports', 'src/features/reports/ReportsPage.tsx'],
  ['app/import', 'src/import/ImportPage.tsx'],
  ['app/activity', 'src/history/ActivityPage.tsx'],
  ['app/removed', 'src/history/RemovedPage.tsx'],
  ['app/security', 'src/features/security/SecurityPage.tsx'],
  ['app/webhooks', 'src/features/webhooks/WebhooksPage.tsx'],
  ['app/account', 'src/features/account/AccountPage.tsx'],
  ['app/*', lists],
  ['app/*/new', forms],
  ['app/subscriptions/*', 'src/pages/subscription.tsx'],
  ['app/users/*', 'src/pages/user.tsx'],
  ['app/*/*', details],
  ['app/subscriptions/*/edit', 'src/pages/editSubscription.tsx'],
  ['app/*/*/*', forms],
  ['app/companies/*/mod/*', forms],
  ['app/*/*/*/*', details],
  ['app/*/*/*/*/edit', forms],
];

/** The module around every page of the app area. */
export const signedInArea = 'src/app/SignedInArea.tsx';
