import type { assistantMessages as english } from './assistantMessages';

export const assistantMessages: typeof english = {
  title: 'Assistenten',
  text: 'Ein Assistent findet und listet Datensätze mit einem Ihrer Schlüssel. Mit einem, der schreibt, bereitet er auch Änderungen vor: Sie sehen jede, bevor sie geschieht, der Verlauf nennt den Namen des Schlüssels, und ein Aufruf nimmt sie zurück.',
  about: 'Fügen Sie einen Schlüssel für den Assistenten hinzu. Mit einem, der nur liest, kann er nichts ändern.',
  add: 'Schlüssel für Assistenten',
  filledIn: 'Er ist unten eingesetzt. Kopieren Sie ihn jetzt: Er wird nicht noch einmal angezeigt.',
  which: 'Assistent',
  settings: 'Einstellungen',
  placeholder: 'IHR SCHLÜSSEL',
  where: {
    terminal: 'Führen Sie das in einem Terminal aus:',
    desktop: 'Settings, Developer, Edit Config. Das Programm btracker muss auf diesem Rechner sein:',
    cursor: 'In .cursor/mcp.json in Ihrem Benutzerordner oder Projekt:',
    vscode: 'In .vscode/mcp.json in Ihrem Projekt:',
  },
  bridge: (address) =>
    `Andere, die das Model Context Protocol sprechen, bekommen die Adresse ${address} und den Schlüssel als Bearer-Token.`,
};
