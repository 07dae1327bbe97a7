import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// Both are Debian's Chromium; the shell, made for tests, does the same work in two thirds of the time.
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = browsers.find(existsSync) ?? 'chromium';

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
    // Tests run in the system's Chromium, without fetching a browser; as root it has no sandbox.
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
