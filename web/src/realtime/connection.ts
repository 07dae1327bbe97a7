import {
  DefaultHttpClient,
  type HttpRequest,
  HubConnectionBuilder,
  HubConnectionState,
  LogLevel,
  NullLogger,
} from '@microsoft/signalr';
import type { AnswerOf } from '@/api/client';
import { base } from '@/base';
import type { Change } from './refresher';

const reconnectDelays = [0, 2_000, 10_000, 30_000];
const serverTimeout = 30_000;
const keepAlive = 15_000;
const requestTimeout = 100_000;

/** How many rows of a file are compared, before the upload is answered. A total of 0 is not known. */
export interface Comparing {
  id: string;
  list: string;
  name: string;
  done: number;
  total: number;
}

interface LiveOptions {
  /** Asked at every attempt to connect: by then the session may have a newer one. */
  token: () => string;
  onNotification: (notification: AnswerOf<'/notification', 'get'>['data'][number]) => void;
  onViewed: (notificationId: string) => void;
  onChange: (change: Change) => void;
  onBulkProgress: (progress: AnswerOf<'/bulk/{id}', 'get'>) => void;
  onImportProgress: (progress: Comparing) => void;
  /** Connected, at first or again: until now, events may have been missed. */
  onConnected: () => void;
  /** It could not be made, or was lost and all attempts to make it again have failed. */
  onFailed: (retry: () => void) => void;
  /** The server closed it for good: the session is over. */
  onEnded: () => void;
}

/** Sends the requests of a connection, and gives up the one that negotiates: when the page signs out, it would be refused. */
class NegotiatingClient extends DefaultHttpClient {
  private readonly underWay = { aborted: false, onabort: null as (() => void) | null };

  constructor() {
    super(NullLogger.instance);
  }

  override send(request: HttpRequest) {
    const negotiates = request.url?.includes('/negotiate');
    return super.send(negotiates ? { ...request, abortSignal: this.underWay } : request);
  }

  giveUp(): void {
    this.underWay.aborted = true;
    this.underWay.onabort?.();
  }
}

/** Opens the one connection over which the server tells what happens. Returns how to close it. */
export function connect({ token, onConnected, onFailed, onEnded, ...on }: LiveOptions): () => Promise<void> {
  const httpClient = new NegotiatingClient();
  const connection = new HubConnectionBuilder()
    .withUrl(`${base}hub/notification`, { accessTokenFactory: token, httpClient, timeout: requestTimeout })
    .withAutomaticReconnect(reconnectDelays)
    .withServerTimeout(serverTimeout)
    .withKeepAliveInterval(keepAlive)
    .configureLogging(LogLevel.None)
    .build();
  connection.on('NewNotification', on.onNotification);
  connection.on('NotificationViewed', on.onViewed);
  connection.on('Changed', on.onChange);
  connection.on('BulkProgress', on.onBulkProgress);
  connection.on('ImportProgress', on.onImportProgress);

  let closing = false;
  let lost = false;
  let starting = Promise.resolve();
  const fail = () => {
    if (!closing) onFailed(start);
  };

  /** The client tries again by itself only when it was connected before. */
  function start(): void {
    if (closing || connection.state !== HubConnectionState.Disconnected) return;
    starting = connection.start().then(onConnected, fail);
  }

  connection.onreconnecting(() => {
    lost = true;
  });
  connection.onreconnected(() => {
    lost = false;
    onConnected();
  });
  connection.onclose(() => {
    if (lost) fail();
    else if (!closing) onEnded();
    lost = false;
  });

  // A computer that slept, or a server that was away, longer than the attempts lasted: when the page is used again.
  const wake = () => !document.hidden && start();
  window.addEventListener('online', wake);
  window.addEventListener('focus', wake);
  document.addEventListener('visibilitychange', wake);
  start();

  return async () => {
    closing = true;
    window.removeEventListener('online', wake);
    window.removeEventListener('focus', wake);
    document.removeEventListener('visibilitychange', wake);
    httpClient.giveUp();
    // Browsers complain of a socket that is closed while it opens.
    await starting;
    await connection.stop();
  };
}
