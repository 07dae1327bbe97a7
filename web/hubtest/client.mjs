// Microsoft's own client, driven by a Go test (internal/hub/client_test.go): commands arrive as lines on standard
// input, what happens to the connection leaves as lines on standard output.
import { createInterface } from 'node:readline';
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';

const [address, transport, token, skipNegotiation] = process.argv.slice(2);
const say = (...words) => console.log(words.join(' '));

const connection = new HubConnectionBuilder()
  .withUrl(address, {
    transport: transport === 'any' ? undefined : HttpTransportType[transport],
    accessTokenFactory: () => token,
    skipNegotiation: skipNegotiation === 'true',
  })
  .withAutomaticReconnect([0, 200, 400, 800, 1600, 3200])
  .configureLogging(LogLevel.None)
  .build();

connection.on('NewNotification', (notification) => say('event', JSON.stringify(notification)));
connection.on('NotificationViewed', (id) => say('viewed', id));
connection.onreconnecting(() => say('reconnecting'));
connection.onreconnected(() => say('reconnected'));
connection.onclose((error) => say('closed', error ? error.message : 'cleanly'));

const commands = {
  start: () =>
    connection.start().then(
      () => say('started'),
      (error) => say('refused', error.message.replaceAll('\n', '')),
    ),
  invoke: () => connection.invoke('Foo').catch((error) => say('failed', error.message)),
  stop: () => connection.stop().then(() => say('stopped')),
};

for await (const line of createInterface({ input: process.stdin })) {
  await commands[line]();
}
await connection.stop();
