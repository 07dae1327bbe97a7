// Microsoft's own client, in Node or on a page in Chromium, driven by a Go test (internal/hubtest): commands arrive as
// lines on standard input, what happens to the connection leaves as lines on standard output.
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as signalR from '@microsoft/signalr';
import { launchOptions } from '../scripts/browser.mjs';

const [address, transport, token, skipNegotiation] = process.argv.slice(2);
const say = (...words) => console.log(words.join(' '));

/** Answers what can be done with a connection. It runs on a page as well, so that it knows its arguments alone. */
function commandsOf({ HttpTransportType, HubConnectionBuilder, LogLevel }, to, tell) {
  const connection = new HubConnectionBuilder()
    .withUrl(to.address, {
      transport: HttpTransportType[to.transport],
      accessTokenFactory: () => to.token,
      skipNegotiation: to.skipNegotiation === 'true',
    })
    .withAutomaticReconnect([0, 200, 400, 800, 1600, 3200, 6400, 12800])
    .configureLogging(LogLevel.None)
    .build();

  connection.on('NewNotification', (notification) => tell('event', JSON.stringify(notification)));
  connection.on('NotificationViewed', (id) => tell('viewed', id));
  connection.on('Changed', ({ entity, id, action }) => tell('changed', entity, id, action));
  connection.onreconnecting(() => tell('reconnecting'));
  connection.onreconnected(() => tell('reconnected'));
  connection.onclose((error) => tell('closed', error ? error.message : 'cleanly'));

  return {
    start: () =>
      connection.start().then(
        () => tell('started'),
        (error) => tell('refused', error.message.replaceAll('\n', '')),
      ),
    invoke: () => connection.invoke('Foo').catch((error) => tell('failed', error.message)),
    stop: () => connection.stop().then(() => tell('stopped')),
    token: (fresh) => {
      to.token = fresh;
      tell('has a token');
    },
    end: () => connection.stop(),
  };
}

/** The same in Chromium, over a WebSocket, on whatever the hub's address shows: its origin is what counts. */
async function commandsOnPage() {
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch(launchOptions());
  // The client is put onto a page that does not know it, and the browser knows no authority of a test.
  const page = await browser.newPage({ bypassCSP: true, ignoreHTTPSErrors: true });
  await page.goto(address);
  await page.exposeFunction('say', say);
  const script = new URL('../browser/signalr.min.js', import.meta.resolve('@microsoft/signalr'));
  await page.addScriptTag({ path: fileURLToPath(script) });
  const to = JSON.stringify({ address, transport: 'WebSockets', token, skipNegotiation });
  await page.evaluate(`window.commands = (${commandsOf})(signalR, ${to}, say)`);
  const run = (command) => (argument) => page.evaluate(`commands.${command}(${JSON.stringify(argument)})`);
  return {
    start: run('start'),
    invoke: run('invoke'),
    stop: run('stop'),
    token: run('token'),
    end: () => browser.close(),
  };
}

const commands =
  transport === 'Chromium'
    ? await commandsOnPage()
    : commandsOf(signalR, { address, transport, token, skipNegotiation }, say);

for await (const line of createInterface({ input: process.stdin })) {
  const [command, argument] = line.split(' ');
  await commands[command](argument);
}
await commands.end();
