/** The texts about assistants. */
export const assistantMessages = {
  title: 'Assistants',
  text: 'An assistant finds and lists records by a key of yours. With one that writes it also prepares changes: you see each before it is made, the history has the name of the key, and one call takes it back.',
  about: 'Make a key for the assistant. One that only reads can change nothing.',
  add: 'Add key for an assistant',
  filledIn: 'It is filled in below. Copy it now: it is not shown again.',
  which: 'Assistant',
  settings: 'settings',
  placeholder: 'YOUR KEY',
  where: {
    terminal: 'Run this in a terminal:',
    desktop: 'Settings, Developer, Edit Config. The program btracker has to be on this computer:',
    cursor: 'In .cursor/mcp.json of your home or project:',
    vscode: 'In .vscode/mcp.json of your project:',
  },
  bridge: (address: string) =>
    `Others that speak the Model Context Protocol take the address ${address} and the key as a bearer token.`,
};
