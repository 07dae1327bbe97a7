import type { messages as english } from './setupMessages';

export const messages: typeof english = {
  title: 'Installation einrichten',
  text: 'Legen Sie den ersten Administrator an. Alle anderen werden später eingeladen.',
  textWithoutCode:
    'Es gibt noch keinen Administrator. Beim Start gibt der Server eine Adresse mit einem einmaligen Code aus: Öffnen Sie sie, oder geben Sie den Code hier ein.',
  codeHelp: 'Was in dieser Adresse auf „code=“ folgt.',
  submit: 'Administrator anlegen',
  done: 'Die Installation ist eingerichtet',
  doneText:
    'Es gibt schon einen Administrator. Melden Sie sich an, oder bitten Sie einen Administrator, Sie hinzuzufügen.',
};
