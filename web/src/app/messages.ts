import { isolate } from '@/shared/format/text';

export const messages = {
  // Sign-in.
  claim: 'Companies, projects and what they run on, in one place.',
  welcomeBack: 'Welcome Back!',
  welcome: 'Welcome',

  // News of the connection.
  backOnline: "You're back online!",
  offline: "You're offline!",
  offlineTitle: "You're Offline!",
  offlineText: 'Reconnect to the internet to continue using the app.',
  offlineKept: 'You can read what is loaded; what you type stays here and can be saved then.',
  otherUser: (name: string) => `${isolate(name)} signed in in another tab, so this one was reloaded.`,

  // Pages that could not be shown.
  loading: 'Loading',
  unreachable: 'The server can not be reached yet. Please try again in a moment.',
  pageNotLoaded: 'This page did not load',
  pageNotLoadedHint: 'The connection may have dropped, or a newer version of the app was installed.',
  stillSignedIn: 'You are still signed in.',
  wentWrong: 'Something went wrong',
  notFound: 'Not Found',
  notFoundTitle: 'Not Found!',
  notFoundText: 'It may have been removed, or you may not be allowed to see it.',
  serverError: 'Server Error',
  serverErrorText: 'What you did last may not have been saved. Please try again.',
  typedIsKept: 'What you typed is kept. You find it in the form when you go back.',
  toStart: 'Go to the start page',
  toPage: 'Back to the page',
  traceIdToCopy: 'trace id',
};
