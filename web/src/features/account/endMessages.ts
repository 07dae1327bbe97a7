/** The texts about what ends with a password. */
export const endMessages = {
  title: 'Keys and calendar',
  text: 'They go on working with the new password. End them here if somebody else may have used your account, or later on your account page.',
  keys: 'End all my keys',
  calendar: 'End the address of my calendar',
};
