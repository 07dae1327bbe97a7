// The official client of TypeScript, driven by a Go test (internal/httpapi, cmd/btracker): it connects over HTTP or to a
// program over standard input and output, makes the calls that arrive as lines on standard input, and writes each answer as a line.
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [kind, address, key, program] = process.argv.slice(2);
const transport =
  kind === 'http'
    ? new StreamableHTTPClientTransport(new URL(`${address}mcp`), {
        requestInit: { headers: { Authorization: `Bearer ${key}` } },
      })
    : new StdioClientTransport({
        command: program,
        args: ['mcp'],
        env: { BTRACKER_URL: address, BTRACKER_KEY: key },
        stderr: 'inherit',
      });
const client = new Client({ name: 'test', version: '1.0.0' });
await client.connect(transport);

const calls = {
  tools: async () => (await client.listTools()).tools.map(({ name }) => name),
  resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
  read: async (uri) => (await client.readResource({ uri })).contents[0].text,
  call: async ({ name, arguments: sent }) => client.callTool({ name, arguments: sent }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const [call, sent] = JSON.parse(line);
  const answer = await calls[call](sent).catch((error) => ({ failed: error.message }));
  console.log(JSON.stringify(answer));
}
await client.close();
