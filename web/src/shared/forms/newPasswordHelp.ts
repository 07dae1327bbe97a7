/** What a new password has to be, said before it is refused. */
export const newPasswordHelp =
  '8 to 64 characters with an upper-case letter, a lower-case letter, a digit and a special character.';
