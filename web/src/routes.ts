/**
 * Every page of the app: its address, with the parameters by which a page reads it, the name of the file that shows it,
 * and the page's name there. paths.ts makes the builders of paths of it and app/router.tsx the routes;
 * scripts/pageFiles.ts notes the files of each page for the server, and e2e/support/routes.ts visits them all.
 * It imports nothing, so that scripts can read it.
 */

/** Below `btracker`. */
export const publicPages = {
  login: ['login', 'signIn', 'LoginForm'],
  setup: ['setup', 'SetupForm', 'SetupForm'],
  resetPass: ['resetPass', 'ResetForms', 'RequestResetForm'],
  changePassword: ['changePassword', 'ResetForms', 'ResetPasswordForm'],
  notFound: ['not-found', 'errors', 'NotFoundPage'],
  serverError: ['server-error', 'errors', 'ServerErrorPage'],
} as const;

/** Below `btracker/app`, for those who are signed in. */
export const appPages = {
  app: {
    dashboard: ['dashboard', 'dashboard', 'DashboardPage'],
    notifications: ['notifications', 'NotificationTable', 'NotificationsPage'],
    activity: ['activity', 'changes', 'ActivityPage'],
    removed: ['removed', 'changes', 'RemovedPage'],
    renewals: ['renewals', 'RenewalsPage', 'RenewalsPage'],
    plan: ['plan', 'PlanPage', 'PlanPage'],
    reports: ['reports', 'ReportsPage', 'ReportsPage'],
    security: ['security', 'administration', 'SecurityPage'],
    channels: ['channels', 'administration', 'ChannelsPage'],
    webhooks: ['webhooks', 'administration', 'WebhooksPage'],
    fields: ['fields', 'administration', 'FieldsPage'],
    groups: ['groups', 'administration', 'GroupsPage'],
    import: ['import', 'ImportPage', 'ImportPage'],
    account: ['account', 'AccountPage', 'AccountPage'],
    notFound: ['not-found', 'errors', 'NotFoundPage'],
    serverError: ['server-error', 'errors', 'ServerErrorPage'],
  },
  companies: {
    list: ['companies', 'lists', 'CompaniesPage'],
    create: ['companies/new', 'forms', 'NewCompanyPage'],
    details: ['companies/:compId', 'details', 'CompanyDetailsPage'],
    edit: ['companies/:compId/edit', 'forms', 'EditCompanyPage'],
    address: ['companies/:compId/address', 'forms', 'CompanyAddressPage'],
    newProject: ['companies/:compId/new-project', 'forms', 'NewCompanyProjectPage'],
    newModerator: ['companies/:compId/new-moderator', 'forms', 'NewCompanyModeratorPage'],
    moderator: ['companies/:compId/mod/:modId', 'forms', 'CompanyModeratorPage'],
  },
  projects: {
    list: ['projects', 'lists', 'ProjectsPage'],
    create: ['projects/new', 'forms', 'NewProjectPage'],
    details: ['projects/:projId', 'details', 'ProjectDetailsPage'],
    edit: ['projects/:projId/edit', 'forms', 'EditProjectPage'],
    newModerator: ['projects/:projId/new-moderator', 'forms', 'NewProjectModeratorPage'],
    newSubscription: ['projects/:projId/new-subscription', 'forms', 'NewProjectSubscriptionPage'],
    newProduct: ['projects/:projId/new-product', 'forms', 'NewProjectProductPage'],
    subscription: ['projects/:projId/sub/:subId', 'details', 'ProjectSubscriptionDetailsPage'],
    editSubscription: ['projects/:projId/sub/:subId/edit', 'forms', 'EditProjectSubscriptionPage'],
    product: ['projects/:projId/prd/:prodId', 'details', 'ProjectProductDetailsPage'],
    editProduct: ['projects/:projId/prd/:prodId/edit', 'forms', 'EditProjectProductPage'],
  },
  products: {
    list: ['products', 'lists', 'ProductsPage'],
    create: ['products/new', 'forms', 'NewProductPage'],
    details: ['products/:prodId', 'details', 'ProductDetailsPage'],
    edit: ['products/:prodId/edit', 'forms', 'EditProductPage'],
  },
  subscriptions: {
    list: ['subscriptions', 'lists', 'SubscriptionsPage'],
    create: ['subscriptions/new', 'forms', 'NewSubscriptionPage'],
    details: ['subscriptions/:subId', 'subscription', 'SubscriptionDetailsPage'],
    edit: ['subscriptions/:subId/edit', 'editSubscription', 'EditSubscriptionPage'],
  },
  users: {
    list: ['users', 'lists', 'UsersPage'],
    create: ['users/new', 'forms', 'NewUserPage'],
    details: ['users/:userEmail', 'user', 'UserDetailsPage'],
    edit: ['users/:userEmail/edit', 'forms', 'EditUserPage'],
    address: ['users/:userEmail/address', 'forms', 'UserAddressPage'],
  },
} as const;
