import { createBrowserRouter, type LoaderFunction, Outlet, type RouteObject, redirect } from 'react-router';
import { base } from '@/base';
import { paths } from '@/paths';
import { appPages, publicPages } from '@/routes';
import type { FirstReads, Page } from '@/shared/loading/firstReads';
import { loadWithTimeout } from '@/shared/loading/loadWithTimeout';
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

/** The modules of pages, by the names of their files. */
const modules = {
  signIn: () => import('@/pages/signIn'),
  SetupForm: () => import('@/features/account/signIn/SetupForm'),
  ResetForms: () => import('@/features/account/signIn/ResetForms'),
  errors: () => import('@/pages/errors'),
  SignedInArea: () => import('./SignedInArea'),
  dashboard: () => import('@/pages/dashboard'),
  NotificationTable: () => import('@/features/notifications/NotificationTable'),
  changes: () => import('@/pages/bundles/changes'),
  RenewalsPage: () => import('@/features/renewals/RenewalsPage'),
  PlanPage: () => import('@/features/plan/PlanPage'),
  ReportsPage: () => import('@/features/reports/ReportsPage'),
  administration: () => import('@/pages/bundles/administration'),
  ImportPage: () => import('@/import/ImportPage'),
  AccountPage: () => import('@/features/account/AccountPage'),
  lists: () => import('@/pages/bundles/lists'),
  details: () => import('@/pages/bundles/details'),
  forms: () => import('@/pages/bundles/forms'),
  subscription: () => import('@/pages/subscription'),
  editSubscription: () => import('@/pages/editSubscription'),
  user: () => import('@/pages/user'),
};

type Modules = { [Name in keyof typeof modules]: Awaited<ReturnType<(typeof modules)[Name]>> };

/** A module, and a page that it exports. */
type PageName = {
  [Name in keyof Modules]: readonly [module: Name, page: keyof Modules[Name]];
}[keyof Modules];

/** Visiting a page loads its module, and begins to read what the page shows. */
function pageOf(...[module, page]: PageName) {
  return async () => {
    const pages: Record<string, Page> = await loadWithTimeout(modules[module] as () => Promise<Record<string, Page>>);
    const Component = pages[page] as Page;
    return { Component, ...(Component.firstReads && { loader: loaderOf(Component.firstReads) }) };
  };
}

type PageLine = readonly [path: string, ...PageName];

/** A line that names a page which its module does not have does not compile. */
const areas: Readonly<Record<string, Readonly<Record<string, PageLine>>>> = appPages;

/** The route of a line of the table. */
function routeOf([path, ...page]: PageLine): RouteObject {
  return { path, lazy: pageOf(...page) };
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

const publicRoutes: RouteObject[] = [
  { index: true, loader: goHome, element: null },
  {
    lazy: pageOf('signIn', 'AuthLayout'),
    children: [
      { ...routeOf(publicPages.login), middleware: [signedOutOnly, takeSignOn] },
      { ...routeOf(publicPages.setup), middleware: [signedOutOnly] },
      { ...routeOf(publicPages.resetPass), middleware: [signedOutOnly] },
      { ...routeOf(publicPages.changePassword), middleware: [takeMailedLink, signedOutOrWithLink] },
    ],
  },
  {
    element: (
      <PublicFrame>
        <Outlet />
      </PublicFrame>
    ),
    children: [
      { ...routeOf(publicPages.notFound), middleware: [insideWhenSignedIn(paths.app.notFound())] },
      { ...routeOf(publicPages.serverError), middleware: [insideWhenSignedIn(paths.app.serverError())] },
    ],
  },
];

const appRoutes: RouteObject[] = [
  { index: true, ...redirectTo(paths.app.dashboard()) },
  ...Object.values(areas).flatMap((area) => Object.values(area).map(routeOf)),
  { path: 'app/account', ...redirectTo(paths.app.account()) },
  { path: 'logout', loader: logout, element: null },
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
            lazy: pageOf('SignedInArea', 'SignedInArea'),
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
