import { createBrowserRouter, Outlet, type RouteObject, redirect } from 'react-router';
import { base } from '@/base';
import { paths } from '@/paths';
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
import { lazyRoute } from './lazyRoute';
import { PublicFrame } from './MessagePage';
import { FirstLoad, Root } from './Root';

const notFound = lazyRoute(() => import('./routes/notFound'));
const serverError = lazyRoute(() => import('./routes/serverError'));

const publicRoutes: RouteObject[] = [
  { index: true, loader: goHome },
  {
    lazy: lazyRoute(() => import('./AuthLayout')),
    children: [
      { path: 'login', middleware: [signedOutOnly], lazy: lazyRoute(() => import('./routes/login')) },
      { path: 'resetPass', middleware: [signedOutOnly], lazy: lazyRoute(() => import('./routes/resetPass')) },
      {
        path: 'changePassword',
        middleware: [takeMailedLink, signedOutOrWithLink],
        lazy: lazyRoute(() => import('./routes/changePassword')),
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
      { path: 'not-found', middleware: [insideWhenSignedIn(paths.app.notFound())], lazy: notFound },
      { path: 'server-error', middleware: [insideWhenSignedIn(paths.app.serverError())], lazy: serverError },
    ],
  },
];

const companyRoutes: RouteObject[] = [
  { index: true, lazy: lazyRoute(() => import('./routes/companies')) },
  { path: 'new', lazy: lazyRoute(() => import('./routes/companyNew')) },
  { path: ':compId', lazy: lazyRoute(() => import('./routes/company')) },
  { path: ':compId/edit', lazy: lazyRoute(() => import('./routes/companyEdit')) },
  { path: ':compId/address', lazy: lazyRoute(() => import('./routes/companyAddress')) },
  { path: ':compId/new-project', lazy: lazyRoute(() => import('./routes/companyNewProject')) },
  { path: ':compId/new-moderator', lazy: lazyRoute(() => import('./routes/companyNewModerator')) },
  { path: ':compId/mod/:modId', lazy: lazyRoute(() => import('./routes/companyModerator')) },
];

const projectRoutes: RouteObject[] = [
  { index: true, lazy: lazyRoute(() => import('./routes/projects')) },
  { path: 'new', lazy: lazyRoute(() => import('./routes/projectNew')) },
  { path: ':projId', lazy: lazyRoute(() => import('./routes/project')) },
  { path: ':projId/edit', lazy: lazyRoute(() => import('./routes/projectEdit')) },
  { path: ':projId/new-moderator', lazy: lazyRoute(() => import('./routes/projectNewModerator')) },
  { path: ':projId/new-subscription', lazy: lazyRoute(() => import('./routes/projectNewSubscription')) },
  { path: ':projId/new-product', lazy: lazyRoute(() => import('./routes/projectNewProduct')) },
  { path: ':projId/sub/:subId', lazy: lazyRoute(() => import('./routes/projectSubscription')) },
  { path: ':projId/sub/:subId/edit', lazy: lazyRoute(() => import('./routes/projectSubscriptionEdit')) },
  { path: ':projId/prd/:prodId', lazy: lazyRoute(() => import('./routes/projectProduct')) },
  { path: ':projId/prd/:prodId/edit', lazy: lazyRoute(() => import('./routes/projectProductEdit')) },
];

const productRoutes: RouteObject[] = [
  { index: true, lazy: lazyRoute(() => import('./routes/products')) },
  { path: 'new', lazy: lazyRoute(() => import('./routes/productNew')) },
  { path: ':prodId', lazy: lazyRoute(() => import('./routes/product')) },
  { path: ':prodId/edit', lazy: lazyRoute(() => import('./routes/productEdit')) },
];

const subscriptionRoutes: RouteObject[] = [
  { index: true, lazy: lazyRoute(() => import('./routes/subscriptions')) },
  { path: 'new', lazy: lazyRoute(() => import('./routes/subscriptionNew')) },
  { path: ':subId', lazy: lazyRoute(() => import('./routes/subscription')) },
  { path: ':subId/edit', lazy: lazyRoute(() => import('./routes/subscriptionEdit')) },
];

const userRoutes: RouteObject[] = [
  { index: true, lazy: lazyRoute(() => import('./routes/users')) },
  { path: 'new', lazy: lazyRoute(() => import('./routes/userNew')) },
  { path: ':userEmail', lazy: lazyRoute(() => import('./routes/user')) },
  { path: ':userEmail/edit', lazy: lazyRoute(() => import('./routes/userEdit')) },
  { path: ':userEmail/address', lazy: lazyRoute(() => import('./routes/userAddress')) },
];

const appRoutes: RouteObject[] = [
  { index: true, loader: () => redirect(paths.app.dashboard()) },
  { path: 'dashboard', lazy: lazyRoute(() => import('./routes/dashboard')) },
  { path: 'notifications', lazy: lazyRoute(() => import('./routes/notifications')) },
  { path: 'companies', children: companyRoutes },
  { path: 'projects', children: projectRoutes },
  { path: 'products', children: productRoutes },
  { path: 'subscriptions', children: subscriptionRoutes },
  { path: 'users', children: userRoutes },
  { path: 'account', lazy: lazyRoute(() => import('./routes/account')) },
  { path: 'app/account', loader: () => redirect(paths.app.account()) },
  { path: 'logout', loader: logout },
  { path: 'server-error', lazy: serverError },
  { path: 'not-found', lazy: notFound },
  { path: '*', loader: () => redirect(paths.app.notFound()) },
];

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: AppError,
    HydrateFallback: FirstLoad,
    children: [
      { index: true, loader: () => redirect(paths.home()) },
      {
        path: 'btracker',
        children: [
          ...publicRoutes,
          {
            path: 'app',
            middleware: [signedInOnly],
            lazy: lazyRoute(() => import('./SignedInArea')),
            children: [
              {
                lazy: lazyRoute(() => import('./shell/Shell')),
                // The boundary sits inside the shell: a page that fails leaves the navigation in place.
                children: [{ ErrorBoundary: PageError, children: appRoutes }],
              },
            ],
          },
        ],
      },
      { path: '*', loader: () => redirect(paths.notFound()) },
    ],
  },
];

export function createAppRouter() {
  return createBrowserRouter(routes, { basename: base, future: { v8_middleware: true } });
}
