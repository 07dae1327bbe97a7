const json = (value: unknown) => JSON.stringify(value, undefined, 2);
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** What each assistant has to be told, in the words of its own settings: the same in every language. */
export const assistants = {
  claude: {
    name: 'Claude Code',
    file: 'terminal',
    paste: (address: string, key: string) =>
      `claude mcp add --transport http btracker ${address}mcp --header "Authorization: Bearer ${key}"`,
  },
  desktop: {
    name: 'Claude Desktop',
    file: 'desktop',
    paste: (address: string, key: string) =>
      json({
        mcpServers: {
          btracker: { command: 'btracker', args: ['mcp'], env: { BTRACKER_URL: address, BTRACKER_KEY: key } },
        },
      }),
  },
  cursor: {
    name: 'Cursor',
    file: 'cursor',
    paste: (address: string, key: string) =>
      json({ mcpServers: { btracker: { url: `${address}mcp`, headers: bearer(key) } } }),
  },
  vscode: {
    name: 'VS Code',
    file: 'vscode',
    paste: (address: string, key: string) =>
      json({ servers: { btracker: { type: 'http', url: `${address}mcp`, headers: bearer(key) } } }),
  },
} as const;

export type AssistantName = keyof typeof assistants;
