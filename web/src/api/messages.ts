/** How keys of options are shown that are no words already. */
const options = {
  available: 'Available',
  temporarilyUnavailable: 'Unavailable',
  deprecated: 'Deprecated',
  WaitingConfirm: 'Waiting Confirm',
  InProgress: 'In Progress',
  AdminRemoval: 'Removed by an administrator',
  UserRequestedDisable: 'Requested by the user',
};

/** What the app says where the server gives no reason. */
export const messages = {
  /** As `needs` of a refusal calls it. */
  administrator: 'Administrator',
  busy: 'The server is busy. Please try again in a moment.',
  forbidden: 'You may not do this.',
  full: 'The server has no space left to store this.',
  needsRole: (roles: readonly string[]) =>
    `It needs the role ${new Intl.ListFormat('en', { type: 'disjunction' }).format(roles)}, or an administrator.`,
  networkError: 'Network Error!',
  notFound: 'Item is not found.',
  requestTimeout: 'Request Timeout!',
  serverError: 'An error occurred in the server.',
  serverTimeout: 'Server Timeout!',
  sessionExpired: 'Session expired. Please, login again!',
  status: (status: number) => `The server answered with status ${status}.`,
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  options,
};
