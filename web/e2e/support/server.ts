import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { signIn } from './api';
import { linkInMail, mailsTo } from './outbox';

const binary = join(import.meta.dirname, '../../../bin/btracker');

export const administrator = { email: 'ada@example.com', name: 'Ada Admin', password: 'Lovelace-1815' };

/** One running binary on a data directory of its own, with one administrator in it unless it shall be empty. */
export type Server = Awaited<ReturnType<typeof startServer>>;

/** The host is the name in its addresses: browsers use passkeys at a name alone. */
export async function startServer(
  basePath: string,
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
  settings: { port?: number; env?: Record<string, string>; isEmpty?: boolean } = {},
) {
  const data = await mkdtemp(join(tmpdir(), 'btracker-e2e-'));
  const outbox = join(data, 'outbox');
  const env = {
    ...process.env,
    ...settings.env,
    BTRACKER_BASE_PATH: basePath,
    BTRACKER_ADMIN_PASSWORD: administrator.password,
  };
  const address = `127.0.0.1:${settings.port ?? (await freePort())}`;
  const url = `http://${address.replace('127.0.0.1', host)}${basePath}`;
  let child: ChildProcess | undefined;
  let printed = '';
  const start = async () => {
    child = spawn(binary, ['serve', '--addr', address, '--data', data, '--public-url', url], { env });
    child.stdout?.on('data', (text: Buffer) => {
      printed += text.toString();
    });
    await becomesReady(child, address);
  };
  const stop = async () => {
    if (child) await end(child);
    await rm(data, { recursive: true, force: true });
  };
  try {
    const { email, name } = administrator;
    const create = ['admin', 'create', '--email', email, '--name', name, '--data', data];
    if (!settings.isEmpty) await promisify(execFile)(binary, create, { env });
    await start();
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    /** Origin and base path, with a slash at the end. */
    url,
    /** The address for making the first administrator, which the last start printed. */
    setupAddress: () => printed.match(/\S+setup#code=\S+/g)?.at(-1) ?? '',
    /** A session of its own, the administrator's unless told otherwise. */
    signIn: (user = administrator.email, password = administrator.password) => signIn(url, user, password),
    linkInMail: (to: string, nth?: number) => linkInMail(outbox, to, nth),
    mailsTo: (to: string) => mailsTo(outbox, to),
    restart: async () => {
      if (child) await end(child);
      await start();
    },
    stop,
  };
}

export async function becomesReady(child: ChildProcess, address: string): Promise<void> {
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      log = (log + text.toString()).slice(-10_000);
    });
  }
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`http://${address}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await delay(50);
  }
  throw new Error(`the server did not become ready:\n${log}`);
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** A port at which nobody listens now, below those that clients get: one of these may be taken before somebody listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error('no free port');
}
