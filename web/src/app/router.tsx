import type { ComponentType } from 'react';
import { createBrowserRouter, matchRoutes, Outlet, type RouteObject, redirect } from 'react-router';
import { base } from '@/base';
import { paths } from '@/paths';
import { loadWithTimeout } from '@/shared/loadWithTimeout';
import { AppError, PageError } from './errorPages';
import {
  goHome,
  insideWhenSignedIn,
  logout,
  signedInOnly,
  signedOutOnly,
  signedOutOrWithLink,
  takeMailedLink,
} from './guards';
import { PublicFrame } from './MessagePage';
import { FirstLoad, Root } from './Root';

/** The pages of a module, by name. Visiting one of them loads the module. */
function pagesOf<M extends object>(load: () => Promise<M>) {
  type PageName = { [K in keyof M]: M[K] extends ComponentType ? K : never }[keyof M];
  return (name: PageName) => async () => ({ Component: (await loadWithTimeout(load))[name] as ComponentType });
}

/** The element is never shown, but without one the router warns of an empty page. */
function redirectTo(path: string) {
  return { loader: () => redirect(path), element: null };
}

const messages = pagesOf(() => import('./routes/messages'));
const lists = pagesOf(() => import('./routes/lists'));
const company = pagesOf(() => import('./routes/company'));
const companyForms = pagesOf(() => import('@/features/companies/forms'));
const project = pagesOf(() => import('./routes/project'));
const projectForms = pagesOf(() => import('@/features/projects/project/forms'));
const composedForms = pagesOf(() => import('./routes/forms'));
const item = pagesOf(() => import('@/features/catalogue/ItemDetails'));
const itemForms = pagesOf(() => import('@/features/catalogue/forms'));
const user = pagesOf(() => import('@/features/users/UserDetails'));
const userForms = pagesOf(() => import('@/features/users/forms'));

const publicRoutes: RouteObject[] = [
  { index: true, loader: goHome, element: null },
  {
    lazy: pagesOf(() => import('./AuthLayout'))('AuthLayout'),
    children: [
      {
        path: 'login',
        middleware: [signedOutOnly],
        lazy: pagesOf(() => import('@/features/account/LoginForm'))('LoginForm'),
      },
      {
        path: 'resetPass',
        middleware: [signedOutOnly],
        lazy: pagesOf(() => import('@/features/account/RequestResetForm'))('RequestResetForm'),
      },
      {
        path: 'changePassword',
        middleware: [takeMailedLink, signedOutOrWithLink],
        lazy: pagesOf(() => import('@/features/account/ResetPasswordForm'))('ResetPasswordForm'),
      },
    ],
  },
  {
    element: (
      <PublicFrame>
        <Outlet />
      </PublicFrame>
    ),
    children: [
      {
        path: 'not-found',
        middleware: [insideWhenSignedIn(paths.app.notFound())],
        lazy: messages('NotFoundPage'),
      },
      {
        path: 'server-error',
        middleware: [insideWhenSignedIn(paths.app.serverError())],
        lazy: messages('ServerErrorPage'),
      },
    ],
  },
];

const appRoutes: RouteObject[] = [
  { index: true, ...redirectTo(paths.app.dashboard()) },
  { path: 'dashboard', lazy: pagesOf(() => import('./routes/dashboard'))('DashboardPage') },
  {
    path: 'notifications',
    lazy: pagesOf(() => import('@/features/notifications/NotificationTable'))('NotificationsPage'),
  },
  { path: 'renewals', lazy: pagesOf(() => import('@/features/renewals/RenewalsPage'))('RenewalsPage') },
  { path: 'activity', lazy: pagesOf(() => import('@/history/ActivityPage'))('ActivityPage') },
  { path: 'removed', lazy: pagesOf(() => import('@/history/RemovedPage'))('RemovedPage') },
  { path: 'account', lazy: pagesOf(() => import('@/features/account/AccountPage'))('AccountPage') },

  { path: 'companies', lazy: lists('CompaniesPage') },
  { path: 'companies/new', lazy: companyForms('NewCompanyPage') },
  { path: 'companies/:compId', lazy: company('CompanyDetailsPage') },
  { path: 'companies/:compId/edit', lazy: companyForms('EditCompanyPage') },
  { path: 'companies/:compId/address', lazy: companyForms('CompanyAddressPage') },
  { path: 'companies/:compId/new-project', lazy: composedForms('NewCompanyProjectPage') },
  { path: 'companies/:compId/new-moderator', lazy: composedForms('NewCompanyModeratorPage') },
  { path: 'companies/:compId/mod/:modId', lazy: composedForms('CompanyModeratorPage') },

  { path: 'projects', lazy: lists('ProjectsPage') },
  { path: 'projects/new', lazy: projectForms('NewProjectPage') },
  { path: 'projects/:projId', lazy: project('ProjectDetailsPage') },
  { path: 'projects/:projId/edit', lazy: projectForms('EditProjectPage') },
  { path: 'projects/:projId/new-moderator', lazy: composedForms('NewProjectModeratorPage') },
  { path: 'projects/:projId/new-subscription', lazy: composedForms('NewProjectSubscriptionPage') },
  { path: 'projects/:projId/new-product', lazy: composedForms('NewProjectProductPage') },
  { path: 'projects/:projId/sub/:subId', lazy: project('ProjectSubscriptionDetailsPage') },
  { path: 'projects/:projId/sub/:subId/edit', lazy: composedForms('EditProjectSubscriptionPage') },
  { path: 'projects/:projId/prd/:prodId', lazy: project('ProjectProductDetailsPage') },
  { path: 'projects/:projId/prd/:prodId/edit', lazy: composedForms('EditProjectProductPage') },

  { path: 'products', lazy: lists('ProductsPage') },
  { path: 'products/new', lazy: itemForms('NewProductPage') },
  { path: 'products/:prodId', lazy: item('ProductDetailsPage') },
  { path: 'products/:prodId/edit', lazy: itemForms('EditProductPage') },

  { path: 'subscriptions', lazy: lists('SubscriptionsPage') },
  { path: 'subscriptions/new', lazy: itemForms('NewSubscriptionPage') },
  {
    path: 'subscriptions/:subId',
    lazy: pagesOf(() => import('./routes/subscriptionDetails'))('SubscriptionDetailsPage'),
  },
  { path: 'subscriptions/:subId/edit', lazy: pagesOf(() => import('./routes/subscription'))('EditSubscriptionPage') },

  { path: 'users', lazy: lists('UsersPage') },
  { path: 'users/new', lazy: userForms('NewUserPage') },
  { path: 'users/:userEmail', lazy: user('UserDetailsPage') },
  { path: 'users/:userEmail/edit', lazy: userForms('EditUserPage') },
  { path: 'users/:userEmail/address', lazy: userForms('UserAddressPage') },

  { path: 'app/account', ...redirectTo(paths.app.account()) },
  { path: 'logout', loader: logout, element: null },
  { path: 'server-error', lazy: messages('ServerErrorPage') },
  { path: 'not-found', lazy: messages('NotFoundPage') },
  { path: '*', ...redirectTo(paths.app.notFound()) },
];

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: AppError,
    HydrateFallback: FirstLoad,
    children: [
      { index: true, ...redirectTo(paths.home()) },
      {
        path: 'btracker',
        children: [
          ...publicRoutes,
          {
            path: 'app',
            middleware: [signedInOnly],
            lazy: pagesOf(() => import('./SignedInArea'))('SignedInArea'),
            children: [
              {
                lazy: pagesOf(() => import('./shell/Shell'))('Shell'),
                // The boundary sits inside the shell: a page that fails leaves the navigation in place.
                children: [{ ErrorBoundary: PageError, children: appRoutes }],
              },
            ],
          },
        ],
      },
      { path: '*', ...redirectTo(paths.notFound()) },
    ],
  },
];

/** Begins to load the page of the address, before its guards know whether the stored session holds. */
export function prefetchFirstPage(): void {
  for (const { route } of matchRoutes(routes, window.location, base) ?? []) {
    // The router loads it again, and then shows the failure.
    if (typeof route.lazy === 'function') route.lazy().catch(() => undefined);
  }
}

export function createAppRouter() {
  return createBrowserRouter(routes, { basename: base, future: { v8_middleware: true } });
}
