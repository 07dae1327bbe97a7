// Lighthouse on the built binary with demo data: the median of RUNS (3 unless set) for each page, as a desktop and as a
// phone, against the bars below; PAGES='login company' for some of them. Called by `make lighthouse`; exits with 1 when a bar is missed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { launchOptions } from './browser.mjs';

const runs = Number(process.env.RUNS ?? 3);
const address = '127.0.0.1:18080';
const debuggingPort = 18081;
const web = `http://${address}/btracker/`;
const administrator = { email: 'admin@example.com', password: 'Welcome-2026' };

const forms = {
  desktop: { config: desktopConfig, performance: 98 },
  mobile: { config: undefined, performance: 88 },
};
const perfect = ['accessibility', 'best-practices', 'seo'];
const highestShift = 0.02;

const pages = (process.env.PAGES ?? 'login dashboard companies company projects products notifications').split(' ');

async function call(path, options) {
  const answer = await fetch(`http://${address}/api/v1/${path}`, options);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function startServer(directory) {
  const binary = join(import.meta.dirname, '../../bin/btracker');
  const server = spawn(binary, ['serve', '--demo', '--addr', address, '--data', join(directory, 'data')], {
    stdio: 'ignore',
  });
  while (server.exitCode === null) {
    const answer = await fetch(`http://${address}/readyz`).catch(() => null);
    if (answer?.ok) return server;
    await delay(100);
  }
  throw new Error(`the server ended; is ${address} free?`);
}

/** A browser that Lighthouse can join, because it is the default context that both then use. */
async function startBrowser(directory) {
  const { executablePath, args } = launchOptions();
  return chromium.launchPersistentContext(join(directory, 'browser'), {
    executablePath,
    args: [`--remote-debugging-port=${debuggingPort}`, ...args],
  });
}

/** Signs in, or out without a token, and forgets all files, so that each run is a first visit. */
async function prepare(browser, token) {
  const page = await browser.newPage();
  await page.goto(`${web}not-found`);
  await page.evaluate((value) => {
    localStorage.clear();
    if (value) localStorage.setItem('SessionAuthKey', value);
  }, token);
  await (await browser.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.close();
}

async function measure(browser, page, form, { token, addressOf }) {
  const reports = [];
  for (let run = 0; run < runs; run += 1) {
    await prepare(browser, page === 'login' ? undefined : token);
    const flags = { port: debuggingPort, logLevel: 'error', disableStorageReset: true };
    const { lhr } = await lighthouse(addressOf(page), flags, forms[form].config);
    if (lhr.runtimeError) throw new Error(`${page}, ${form}: ${lhr.runtimeError.message}`);
    reports.push(lhr);
  }
  const score = (lhr, category) => Math.round(lhr.categories[category].score * 100);
  reports.sort((a, b) => score(a, 'performance') - score(b, 'performance'));
  const median = reports[Math.floor(runs / 2)];
  const shift = Math.max(...reports.map((lhr) => lhr.audits['cumulative-layout-shift'].numericValue));
  const scores = perfect.map((category) => score(median, category));
  const isMet =
    score(median, 'performance') >= forms[form].performance &&
    scores.every((value) => value === 100) &&
    shift <= highestShift;
  const paint = Math.round(median.audits['largest-contentful-paint'].numericValue);
  const blocked = Math.round(median.audits['total-blocking-time'].numericValue);
  console.log(
    `| ${page} | ${form} | ${[score(median, 'performance'), ...scores, shift.toFixed(3), paint, blocked].join(' | ')} | ${isMet ? 'met' : 'MISSED'} |`,
  );
  if (!isMet) {
    for (const category of ['performance', ...perfect]) {
      for (const { id, weight } of median.categories[category].auditRefs) {
        const { score: value, title, displayValue } = median.audits[id];
        if (weight > 0 && value !== null && value < 0.9) console.log(`  ${id}: ${title} ${displayValue ?? ''}`);
      }
    }
  }
  return isMet;
}

async function main(directory) {
  const server = await startServer(directory);
  let browser;
  try {
    browser = await startBrowser(directory);
    const json = { 'Content-Type': 'application/json' };
    const { token } = await call('account/login', {
      method: 'POST',
      headers: json,
      body: JSON.stringify(administrator),
    });
    const [company] = await call('company?PageSize=1', { headers: { Authorization: `Bearer ${token}` } });
    const addressOf = (page) =>
      page === 'login' ? `${web}login` : `${web}app/${page === 'company' ? `companies/${company.id}` : page}`;

    console.log('| page | as | performance | accessibility | best practices | SEO | shift | LCP ms | TBT ms | bars |');
    console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |');
    let areMet = true;
    for (const page of pages) {
      for (const form of Object.keys(forms))
        areMet = (await measure(browser, page, form, { token, addressOf })) && areMet;
    }
    return areMet;
  } finally {
    await browser?.close();
    // Of one that has ended already no exit would be told.
    if (server.exitCode === null && server.signalCode === null) {
      server.kill();
      await once(server, 'exit');
    }
  }
}

const directory = await mkdtemp(join(tmpdir(), 'btracker-lighthouse-'));
try {
  process.exitCode = (await main(directory)) ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
