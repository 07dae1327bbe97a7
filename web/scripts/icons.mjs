// Draws the icons of the installed app from the mark (favicon.svg) into public/: `node scripts/icons.mjs` after the mark has changed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from './browser.mjs';

const web = join(import.meta.dirname, '..');
const mark = readFileSync(join(web, 'src/shared/ui/page/favicon.svg'), 'utf8');
// Systems cut maskable icons, and phones of Apple theirs, to a shape of their own: the ground has no corners, and the mark keeps away from the edge.
const whole = mark.replace(' rx="8"', '').replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"');
const ground = '<rect x="-4" y="-4" width="40" height="40" fill="#3d3abf"/>';
const full = whole.replace(/<rect[^>]*\/>/, ground);

const browser = await chromium.launch(launchOptions());
for (const [name, size, svg] of [
  ['icon-192', 192, mark],
  ['icon-512', 512, mark],
  ['icon-maskable-512', 512, full],
  ['apple-touch-icon', 180, full],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<body style="margin:0">${svg.replace('<svg ', `<svg width="${size}" height="${size}" style="display:block" `)}`,
  );
  await page.screenshot({ path: join(web, 'public', `${name}.png`), omitBackground: true });
  await page.close();
}
await browser.close();
