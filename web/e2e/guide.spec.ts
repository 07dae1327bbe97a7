import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type Demo, pictureTime, startDemo } from './support/demo';
import { type Picture, pictures } from './support/pictures';
import { whenQuiet } from './support/quiet';
import { startAs } from './support/test';

// A picture of the user's guide is current as long as its screen has the same words and controls as when it was
// taken: they are kept beside it. `make guide` takes all of them anew.

const directory = join(import.meta.dirname, '../../docs/guide/pictures');
const isTaking = process.env.GUIDE === 'take';

let demo: Demo;
let page: Page;
let quiet: () => Promise<void>;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(4 * 60_000);
  demo = await startDemo();
  page = await (await browser.newContext()).newPage();
  quiet = whenQuiet(page);
  await page.clock.setFixedTime(pictureTime);
  // Neither news nor, because the hub has the time of today, a warning that there are none.
  await page.route('**/hub/**', () => undefined);
});

test.afterAll(async () => {
  await page.context().close();
  await demo.stop();
});

// One after the other, with one program and in one tab.
test.describe.configure({ mode: 'default' });

for (const picture of pictures) {
  test(`the guide's picture ${picture.name} is current`, { tag: '@prove' }, async () => {
    await page.setViewportSize(picture.isPhone ? { width: 390, height: 780 } : { width: 1280, height: 800 });
    await open(picture);
    const file = join(directory, picture.name);
    const words = await wordsOn(picture);
    if (isTaking) {
      await mkdir(directory, { recursive: true });
      await writeFile(`${file}.webp`, await pictureOf(picture));
      await writeFile(`${file}.txt`, words);
      return;
    }
    const taken = await readFile(`${file}.txt`, 'utf8').catch(() => '');
    expect(words, `the screen has changed since docs/guide/pictures/${picture.name}.webp: run make guide`).toBe(taken);
  });
}

async function open({ as, path, prepare }: Picture): Promise<void> {
  await startAs(page, demo, as === 'nobody' ? null : demo[as].token);
  await page.goto(`${demo.url}btracker/${await addressIn(path)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await quiet();
  await prepare?.(page);
  await quiet();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Puts the ids of records into an address, such as that of {company Riverside Hotels}. */
async function addressIn(path: string): Promise<string> {
  const [named, list, name] = /\{(\w+) ([^}]+)\}/.exec(path) ?? [];
  if (!named || !list || !name) return path;
  const [record] = await demo.admin.call<{ id: string }[]>('GET', `${list}?Search=${encodeURIComponent(name)}`);
  return path.replace(named, record?.id ?? named);
}

/** What a screen reader finds. Numbers and addresses are left out: they may differ, and the picture is still true. */
async function wordsOn({ part }: Picture): Promise<string> {
  const snapshot = await (part?.(page) ?? page.locator('body')).ariaSnapshot();
  const lines = snapshot
    .split('\n')
    .filter((line) => !line.includes('- /url:'))
    .map((line) => line.replaceAll(/\d[\d.,:]*/g, '#').replaceAll(' [active]', ''));
  return `${lines.join('\n')}\n`;
}

async function pictureOf({ part }: Picture): Promise<Buffer> {
  const shown = part?.(page);
  await shown?.scrollIntoViewIfNeeded();
  // Neither a caret nor the ring around what has the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const box = await shown?.boundingBox();
  // From the beginning of the page, where a box counts from what is in sight.
  const scrolled = await page.evaluate(() => window.scrollY);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 66,
    ...(box && { clip: { ...box, y: box.y + scrolled, scale: 1 }, captureBeyondViewport: true }),
  });
  return Buffer.from(data, 'base64');
}
