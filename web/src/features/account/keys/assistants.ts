const json = (value: unknown) => JSON.stringify(value, undefined, 2);
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** What each assistant takes, in the words of its own settings, and where it goes. */
export const assistants = {
  claude: {
    brand: 'Claude Code',
    file: 'terminal',
    paste: (address: string, key: string) =>
      `claude mcp add --transport http btracker ${address}mcp --header "Authorization: Bearer ${key}"`,
  },
  desktop: {
    brand: 'Claude Desktop',
    file: 'desktop',
    paste: (address: string, key: string) =>
      json({
        mcpServers: {
          btracker: { command: 'btracker', args: ['mcp'], env: { BTRACKER_URL: address, BTRACKER_KEY: key } },
        },
      }),
  },
  cursor: {
    brand: 'Cursor',
    file: 'cursor',
    paste: (address: string, key: string) =>
      json({ mcpServers: { btracker: { url: `${address}mcp`, headers: bearer(key) } } }),
  },
  vscode: {
    brand: 'VS Code',
    file: 'vscode',
    paste: (address: string, key: string) =>
      json({ servers: { btracker: { type: 'http', url: `${address}mcp`, headers: bearer(key) } } }),
  },
} as const;

export type AssistantName = keyof typeof assistants;
