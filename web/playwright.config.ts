import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/browser.mjs';

// End-to-end tests against bin/btracker: each worker starts its own server (e2e/support/server.ts).
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes at the second try is a broken test.
  retries: 0,
  workers: 2,
  timeout: 30_000,
  globalTimeout: 20 * 60_000,
  expect: { timeout: 7_000 },
  reporter: [['list']],
  use: {
    launchOptions: launchOptions(),
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
