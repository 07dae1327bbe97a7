import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signIn } from './api';
import { becomesReady, end, freePort } from './server';

/** The instant at which the program of the pictures starts; it has to be over. The pages are opened a little later. */
const start = '2026-09-14T08:00:00Z';
export const pictureTime = new Date('2026-09-14T08:10:00Z');

const password = 'Welcome-2026';

/** A running program with the demo data of one day, whatever day it is. */
export type Demo = Awaited<ReturnType<typeof startDemo>>;

export async function startDemo() {
  const directory = await mkdtemp(join(tmpdir(), 'btracker-guide-'));
  const binary = join(directory, 'btracker');
  const root = join(import.meta.dirname, '../../..');
  const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-trimpath -buildvcs=false' };
  const flags = ['build', '-ldflags', `-s -w -X main.clockStart=${start}`, '-o', binary, './cmd/btracker'];
  await promisify(execFile)('go', flags, { cwd: root, env });

  const port = await freePort();
  // By its name: browsers use passkeys at a name alone.
  const url = `http://localhost:${port}/`;
  const address = `127.0.0.1:${port}`;
  const data = join(directory, 'data');
  // With a mail server, which nobody asks: pages of administrators tell where there is none.
  const mail = { BTRACKER_SMTP_URL: 'smtp://127.0.0.1:9', BTRACKER_MAIL_FROM: 'btracker@example.com' };
  const serve = ['serve', '--demo', '--addr', address, '--data', data, '--public-url', url];
  const child = spawn(binary, serve, { env: { ...process.env, ...mail } });
  const stop = async () => {
    await end(child);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await becomesReady(child, address);
    // One after the other, and once: the pictures show sessions and sign-ins, and one that failed.
    await signIn(url, 'support@example.com', 'Wrong-2026').catch(() => undefined);
    const admin = await signIn(url, 'admin@example.com', password);
    const owner = await signIn(url, 'owner@example.com', password);
    return { url, admin, owner, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
