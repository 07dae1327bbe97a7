export const messages = {
  amountWithPoint: (amount: string) => `Write ${amount} with a point.`,
  correctMarkedFields: 'Please correct the marked fields.',
  currency: 'USD',
  dollarSign: '$',
  invalidValue: 'This value is not valid.',
  networkError: 'Network Error!',
  newPasswordHelp:
    '8 to 64 characters with an upper-case letter, a lower-case letter, a digit and a special character.',
  required: ' (required)',
  searchFailed: 'The search did not work. Type on to try again.',
  showTyped: 'Show what is typed',
  hideTyped: 'Hide what is typed',
  tooLarge: 'This is more than the server takes. Shorten what you typed and try again.',
  typedIsKept: 'What you typed is still here. Try again, and tell an administrator if it happens again.',
  valuesRefused: 'The values were refused.',

  leave: 'Leave',
  leaveQuestion: 'Leave without saving?',
  leaveText: 'The changes on this page will be lost.',
};
