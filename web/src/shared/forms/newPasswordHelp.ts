import { messages } from './messages';
/** What a new password has to be, said before it is refused. */
export const newPasswordHelp = messages.newPasswordHelp;
