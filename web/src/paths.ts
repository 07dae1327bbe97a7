/**
 * Every path of the web app. Paths start after the base path: the router knows
 * it as its basename, so that `<Link to={paths.companies.list()}>` is complete.
 */
const home = '/btracker';
const app = `${home}/app`;

/** Ids and e-mail addresses may hold characters that mean something in a path; those that mean nothing stay readable. */
function segment(value: string): string {
  return encodeURIComponent(value).replaceAll(/%(?:40|2B)/g, decodeURIComponent);
}

/** The page that imports records into a list, or one of its imports. */
function importPath(list: string, id = ''): string {
  return `${app}/import?list=${segment(list)}${id && `&id=${segment(id)}`}`;
}

export const paths = {
  root: () => '/',
  home: () => home,
  login: () => `${home}/login`,
  resetPass: () => `${home}/resetPass`,
  changePassword: () => `${home}/changePassword`,
  notFound: () => `${home}/not-found`,
  serverError: () => `${home}/server-error`,

  app: {
    root: () => app,
    dashboard: () => `${app}/dashboard`,
    notifications: () => `${app}/notifications`,
    activity: () => `${app}/activity`,
    removed: () => `${app}/removed`,
    renewals: () => `${app}/renewals`,
    reports: () => `${app}/reports`,
    security: () => `${app}/security`,
    webhooks: () => `${app}/webhooks`,
    import: importPath,
    account: () => `${app}/account`,
    logout: () => `${app}/logout`,
    notFound: () => `${app}/not-found`,
    serverError: () => `${app}/server-error`,
  },

  companies: {
    list: () => `${app}/companies`,
    import: () => importPath('company'),
    create: () => `${app}/companies/new`,
    details: (id: string) => `${app}/companies/${segment(id)}`,
    edit: (id: string) => `${app}/companies/${segment(id)}/edit`,
    address: (id: string) => `${app}/companies/${segment(id)}/address`,
    newProject: (id: string) => `${app}/companies/${segment(id)}/new-project`,
    newModerator: (id: string) => `${app}/companies/${segment(id)}/new-moderator`,
    moderator: (id: string, moderatorId: string) => `${app}/companies/${segment(id)}/mod/${segment(moderatorId)}`,
  },

  projects: {
    list: () => `${app}/projects`,
    import: () => importPath('project'),
    create: () => `${app}/projects/new`,
    details: (id: string) => `${app}/projects/${segment(id)}`,
    edit: (id: string) => `${app}/projects/${segment(id)}/edit`,
    newModerator: (id: string) => `${app}/projects/${segment(id)}/new-moderator`,
    newSubscription: (id: string) => `${app}/projects/${segment(id)}/new-subscription`,
    newProduct: (id: string) => `${app}/projects/${segment(id)}/new-product`,
    subscription: (id: string, subscriptionId: string) =>
      `${app}/projects/${segment(id)}/sub/${segment(subscriptionId)}`,
    editSubscription: (id: string, subscriptionId: string) =>
      `${app}/projects/${segment(id)}/sub/${segment(subscriptionId)}/edit`,
    product: (id: string, productId: string) => `${app}/projects/${segment(id)}/prd/${segment(productId)}`,
    editProduct: (id: string, productId: string) => `${app}/projects/${segment(id)}/prd/${segment(productId)}/edit`,
  },

  products: {
    list: () => `${app}/products`,
    import: () => importPath('product'),
    category: (name: string) => `${app}/products?category=${segment(name)}`,
    create: (category = '') => `${app}/products/new${category && `?category=${segment(category)}`}`,
    details: (id: string) => `${app}/products/${segment(id)}`,
    edit: (id: string) => `${app}/products/${segment(id)}/edit`,
  },

  subscriptions: {
    list: () => `${app}/subscriptions`,
    import: () => importPath('subscription'),
    category: (name: string) => `${app}/subscriptions?category=${segment(name)}`,
    create: (category = '') => `${app}/subscriptions/new${category && `?category=${segment(category)}`}`,
    details: (id: string) => `${app}/subscriptions/${segment(id)}`,
    edit: (id: string) => `${app}/subscriptions/${segment(id)}/edit`,
  },

  users: {
    list: () => `${app}/users`,
    import: () => importPath('user'),
    create: () => `${app}/users/new`,
    details: (email: string) => `${app}/users/${segment(email)}`,
    edit: (email: string) => `${app}/users/${segment(email)}/edit`,
    address: (email: string) => `${app}/users/${segment(email)}/address`,
  },
} as const;

/** Tells whether a path lies in the part of the app that needs a signed-in user. */
export function isAppPath(path: string): boolean {
  return path === app || path.startsWith(`${app}/`);
}
