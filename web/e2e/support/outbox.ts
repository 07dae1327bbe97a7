import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a mail in an outbox directory and answers the link in it; `nth` counts from 1, oldest first. */
export async function linkInMail(directory: string, to: string, nth = 1): Promise<string> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const links = (await mailsTo(directory, to)).map(
      (mail) => mail.match(/https?:\/\/\S*changePassword\?[^\s"<>]+/)?.[0],
    );
    const link = links.filter((one) => one !== undefined)[nth - 1];
    if (link !== undefined) return link;
    await delay(100);
  }
  throw new Error(`no mail ${nth} with a link for ${to}`);
}

export async function mailsTo(directory: string, address: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(files.map((name) => readFile(join(directory, name), 'utf8')));
  const isToAddress = (line: string) => line.startsWith('To: ') && line.includes(`<${address}>`);
  return mails.filter((mail) => mail.split(/\r?\n/).some(isToAddress));
}
