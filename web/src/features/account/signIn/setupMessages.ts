/** The texts of the page that makes the first administrator. */
export const messages = {
  title: 'Set up this installation',
  text: 'Make the first administrator. Everyone else is invited later.',
  textWithoutCode:
    'There is no administrator yet. The server prints an address with a one-time code when it starts: open it, or enter the code here.',
  codeHelp: 'What follows “code=” in that address.',
  submit: 'Make administrator',
  done: 'This installation is set up',
  doneText: 'There is an administrator already. Sign in, or ask an administrator to add you.',
};
