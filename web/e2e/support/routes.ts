import { appPages, publicPages } from '../../src/routes';

/** What stands for the parameters of addresses: names of what `world` made, by the area of the app. */
const made = {
  app: {},
  companies: { compId: 'company', modId: 'moderator' },
  projects: { projId: 'project', subId: 'sub', prodId: 'prd' },
  products: { prodId: 'product' },
  subscriptions: { subId: 'subscription' },
  users: { userEmail: 'email' },
} satisfies Record<keyof typeof appPages, Record<string, string>>;

/** The addresses of an area, such as 'app/companies/{company}/edit'. */
function addresses(area: keyof typeof appPages): string[] {
  const names: Record<string, string> = made[area];
  return Object.values(appPages[area]).map(
    ([pattern]) => `app/${pattern.replaceAll(/:(\w+)/g, (_: string, param: string) => `{${names[param]}}`)}`,
  );
}

/** Every route of the web app, for tests that visit them all. */
export const publicRoutes = Object.values(publicPages).map(([address]) => address as string);
const ofAdmins = ['app/security', 'app/channels', 'app/webhooks', 'app/fields', 'app/groups'];
export const companyRoutes = [...addresses('companies'), ...addresses('app')].filter(
  (path) => !ofAdmins.includes(path),
);
export const projectRoutes = addresses('projects');
export const catalogueRoutes = [...addresses('products'), ...addresses('subscriptions')];
export const userRoutes = [...addresses('users'), ...ofAdmins];
export const appRoutes = [...companyRoutes, ...projectRoutes, ...catalogueRoutes, ...userRoutes];
