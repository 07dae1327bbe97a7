import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/browser.mjs';

const { executablePath, args } = launchOptions();

// End-to-end tests against bin/btracker: each worker starts its own server (e2e/support/server.ts).
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes at the second try is a broken test.
  retries: 0,
  // Three on two processors: some of their time tests wait.
  workers: 3,
  // Only failures take these: they are long enough for a machine that has much else to do.
  timeout: 2 * 60_000,
  globalTimeout: 45 * 60_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./e2e/support/times.ts']],
  reportSlowTests: null,
  use: {
    // A test leaves a page before its scripts have paid for being compiled well.
    launchOptions: { executablePath, args: [...args, '--js-flags=--no-opt --no-maglev'] },
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
