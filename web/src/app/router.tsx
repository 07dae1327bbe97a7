import type { ComponentType } from 'react';
import { createBrowserRouter, type LoaderFunction, Outlet, type RouteObject, redirect } from 'react-router';
import { base } from '@/base';
import { paths } from '@/paths';
import type { FirstReads, Page } from '@/shared/firstReads';
import { loadWithTimeout } from '@/shared/loadWithTimeout';
import { AppError, PageError, PublicFrame } from './errorPages';
import {
  goHome,
  insideWhenSignedIn,
  logout,
  signedInOnly,
  signedOutOnly,
  signedOutOrWithLink,
  takeMailedLink,
  takeSignOn,
} from './guards';
import { sessionQueryClient } from './queryClient';
import { FirstLoad, Root } from './Root';

/** The pages of a module, by name. Visiting one of them loads the module, and begins to read what the page shows. */
function pagesOf<M extends object>(load: () => Promise<M>) {
  type PageName = { [K in keyof M]: M[K] extends ComponentType ? K : never }[keyof M] & string;
  return (name: PageName) => async () => {
    const Component = (await loadWithTimeout(load))[name] as Page;
    return { Component, ...(Component.firstReads && { loader: loaderOf(Component.firstReads) }) };
  };
}

/** Waits for nothing: the page shows by itself what is on its way, and what fails. */
function loaderOf(reads: FirstReads): LoaderFunction {
  return ({ params, request }) => {
    const client = sessionQueryClient();
    reads((query) => void client.prefetchQuery(query), { params, search: new URL(request.url).searchParams });
    return null;
  };
}

/** The element is never shown, but without one the router warns of an empty page. */
function redirectTo(path: string) {
  return { loader: () => redirect(path), element: null };
}

const signIn = pagesOf(() => import('@/pages/signIn'));
const reset = pagesOf(() => import('@/features/account/ResetForms'));
const messages = pagesOf(() => import('@/pages/errors'));
const lists = pagesOf(() => import('@/pages/bundles/lists'));
const details = pagesOf(() => import('@/pages/bundles/details'));
const forms = pagesOf(() => import('@/pages/bundles/forms'));

const publicRoutes: RouteObject[] = [
  { index: true, loader: goHome, element: null },
  {
    lazy: signIn('AuthLayout'),
    children: [
      {
        path: 'login',
        middleware: [signedOutOnly, takeSignOn],
        lazy: signIn('LoginForm'),
      },
      {
        path: 'resetPass',
        middleware: [signedOutOnly],
        lazy: reset('RequestResetForm'),
      },
      {
        path: 'changePassword',
        middleware: [takeMailedLink, signedOutOrWithLink],
        lazy: reset('ResetPasswordForm'),
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
  { path: 'dashboard', lazy: pagesOf(() => import('@/pages/dashboard'))('DashboardPage') },
  {
    path: 'notifications',
    lazy: pagesOf(() => import('@/features/notifications/NotificationTable'))('NotificationsPage'),
  },
  { path: 'renewals', lazy: pagesOf(() => import('@/features/renewals/RenewalsPage'))('RenewalsPage') },
  { path: 'import', lazy: pagesOf(() => import('@/import/ImportPage'))('ImportPage') },
  { path: 'reports', lazy: pagesOf(() => import('@/features/reports/ReportsPage'))('ReportsPage') },
  { path: 'activity', lazy: pagesOf(() => import('@/history/ActivityPage'))('ActivityPage') },
  { path: 'removed', lazy: pagesOf(() => import('@/history/RemovedPage'))('RemovedPage') },
  { path: 'security', lazy: pagesOf(() => import('@/features/security/SecurityPage'))('SecurityPage') },
  { path: 'webhooks', lazy: pagesOf(() => import('@/features/webhooks/WebhooksPage'))('WebhooksPage') },
  { path: 'account', lazy: pagesOf(() => import('@/features/account/AccountPage'))('AccountPage') },

  { path: 'companies', lazy: lists('CompaniesPage') },
  { path: 'companies/new', lazy: forms('NewCompanyPage') },
  { path: 'companies/:compId', lazy: details('CompanyDetailsPage') },
  { path: 'companies/:compId/edit', lazy: forms('EditCompanyPage') },
  { path: 'companies/:compId/address', lazy: forms('CompanyAddressPage') },
  { path: 'companies/:compId/new-project', lazy: forms('NewCompanyProjectPage') },
  { path: 'companies/:compId/new-moderator', lazy: forms('NewCompanyModeratorPage') },
  { path: 'companies/:compId/mod/:modId', lazy: forms('CompanyModeratorPage') },

  { path: 'projects', lazy: lists('ProjectsPage') },
  { path: 'projects/new', lazy: forms('NewProjectPage') },
  { path: 'projects/:projId', lazy: details('ProjectDetailsPage') },
  { path: 'projects/:projId/edit', lazy: forms('EditProjectPage') },
  { path: 'projects/:projId/new-moderator', lazy: forms('NewProjectModeratorPage') },
  { path: 'projects/:projId/new-subscription', lazy: forms('NewProjectSubscriptionPage') },
  { path: 'projects/:projId/new-product', lazy: forms('NewProjectProductPage') },
  { path: 'projects/:projId/sub/:subId', lazy: details('ProjectSubscriptionDetailsPage') },
  { path: 'projects/:projId/sub/:subId/edit', lazy: forms('EditProjectSubscriptionPage') },
  { path: 'projects/:projId/prd/:prodId', lazy: details('ProjectProductDetailsPage') },
  { path: 'projects/:projId/prd/:prodId/edit', lazy: forms('EditProjectProductPage') },

  { path: 'products', lazy: lists('ProductsPage') },
  { path: 'products/new', lazy: forms('NewProductPage') },
  { path: 'products/:prodId', lazy: details('ProductDetailsPage') },
  { path: 'products/:prodId/edit', lazy: forms('EditProductPage') },

  { path: 'subscriptions', lazy: lists('SubscriptionsPage') },
  { path: 'subscriptions/new', lazy: forms('NewSubscriptionPage') },
  {
    path: 'subscriptions/:subId',
    lazy: pagesOf(() => import('@/pages/subscription'))('SubscriptionDetailsPage'),
  },
  {
    path: 'subscriptions/:subId/edit',
    lazy: pagesOf(() => import('@/pages/editSubscription'))('EditSubscriptionPage'),
  },

  { path: 'users', lazy: lists('UsersPage') },
  { path: 'users/new', lazy: forms('NewUserPage') },
  { path: 'users/:userEmail', lazy: pagesOf(() => import('@/pages/user'))('UserDetailsPage') },
  { path: 'users/:userEmail/edit', lazy: forms('EditUserPage') },
  { path: 'users/:userEmail/address', lazy: forms('UserAddressPage') },

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
            // The boundary is inside the shell: a page that fails leaves the navigation in place.
            children: [{ ErrorBoundary: PageError, children: appRoutes }],
          },
        ],
      },
      { path: '*', ...redirectTo(paths.notFound()) },
    ],
  },
];

export function createAppRouter() {
  return createBrowserRouter(routes, { basename: base, future: { v8_middleware: true } });
}
