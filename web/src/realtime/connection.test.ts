import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connect } from './connection';

type Callback = (...args: unknown[]) => void;

/** Stands in for Microsoft's client: the tests decide what becomes of each attempt. */
const hub = vi.hoisted(() => ({
  state: 'Disconnected',
  delays: [] as number[],
  callbacks: {} as Record<string, Callback>,
  start: vi.fn<() => Promise<void>>(),
  stop: vi.fn(async () => {}),
}));

vi.mock('@microsoft/signalr', () => {
  const note = (name: string) => (callback: Callback) => {
    hub.callbacks[name] = callback;
  };
  const connection = {
    get state() {
      return hub.state;
    },
    on: (event: string, callback: Callback) => note(event)(callback),
    onreconnecting: note('reconnecting'),
    onreconnected: note('reconnected'),
    onclose: note('close'),
    start: () => hub.start(),
    stop: () => hub.stop(),
  };
  class HubConnectionBuilder {
    withUrl = () => this;
    withServerTimeout = () => this;
    withKeepAliveInterval = () => this;
    configureLogging = () => this;
    build = () => connection;
    withAutomaticReconnect(delays: number[]) {
      hub.delays = delays;
      return this;
    }
  }
  return {
    DefaultHttpClient: class {
      send = () => hub.start();
    },
    HubConnectionBuilder,
    HubConnectionState: { Disconnected: 'Disconnected' },
    LogLevel: { None: 6 },
    NullLogger: {},
  };
});

let close: () => Promise<void>;

function open() {
  const told: string[] = [];
  const tell = (what: string) => () => void told.push(what);
  let retry = () => {};
  close = connect({
    token: () => 'token',
    onNotification: tell('notification'),
    onViewed: tell('viewed'),
    onChange: tell('change'),
    onBulkProgress: tell('bulk progress'),
    onImportProgress: tell('import progress'),
    onConnected: () => void told.push('connected'),
    onFailed: (again) => {
      retry = again;
      told.push('failed');
    },
    onEnded: tell('ended'),
  });
  return { told, retry: () => retry() };
}

const happens = (name: string) => hub.callbacks[name]?.();

beforeEach(() => {
  hub.state = 'Disconnected';
  hub.start.mockReset().mockResolvedValue();
  hub.stop.mockClear();
});

afterEach(() => close());

it('is made again after 0, 2, 10 and 30 seconds, and then given up with a way to retry', async () => {
  const { told, retry } = open();
  expect(hub.delays).toEqual([0, 2_000, 10_000, 30_000]);
  await vi.waitFor(() => expect(told).toEqual(['connected']));
  happens('reconnecting');
  happens('reconnected');
  happens('reconnecting');
  happens('close');
  expect(told).toEqual(['connected', 'connected', 'failed']);
  retry();
  await vi.waitFor(() => expect(told).toEqual(['connected', 'connected', 'failed', 'connected']));
});

it.each(['online', 'focus'])('tells that the first attempt failed, and tries again on %s', async (event) => {
  hub.start.mockRejectedValueOnce(new Error('refused'));
  const { told } = open();
  await vi.waitFor(() => expect(told).toEqual(['failed']));
  window.dispatchEvent(new Event(event));
  await vi.waitFor(() => expect(told).toEqual(['failed', 'connected']));
  hub.state = 'Connected';
  window.dispatchEvent(new Event(event));
  expect(hub.start).toHaveBeenCalledTimes(2);
});

it('takes a close that nobody asked for as the end of the session', async () => {
  const { told } = open();
  await vi.waitFor(() => expect(told).toEqual(['connected']));
  happens('close');
  expect(told).toEqual(['connected', 'ended']);
});

it('is silent once it is closed, and stops only what has started', async () => {
  let fail = () => {};
  const hanging = new Promise<void>((_, reject) => {
    fail = () => reject(new Error('too late'));
  });
  hub.start.mockReturnValueOnce(hanging);
  const { told } = open();
  const closed = close();
  expect(hub.stop).not.toHaveBeenCalled();
  fail();
  await closed;
  expect(hub.stop).toHaveBeenCalledOnce();
  happens('close');
  window.dispatchEvent(new Event('online'));
  expect(told).toEqual([]);
  expect(hub.start).toHaveBeenCalledTimes(1);
});
