import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findBrowser, findFirefox } from './browser.mjs';

let directory;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'browser-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function install(name, mode = 0o755) {
  writeFileSync(join(directory, name), '', { mode });
  return join(directory, name);
}

it('finds whichever Chromium there is, the headless shell first', () => {
  const chromium = install('chromium');
  expect(findBrowser(`/nowhere:${directory}`)).toBe(chromium);
  const shell = install('chromium-headless-shell');
  expect(findBrowser(`/nowhere:${directory}`)).toBe(shell);
});

it('says what to do where there is none', () => {
  install('chromium', 0o644);
  expect(() => findBrowser(directory)).toThrow('scripts/setup-debian.sh browser');
});

it('finds Firefox, the extended support release first', () => {
  const firefox = install('firefox');
  expect(findFirefox(directory)).toBe(firefox);
  const esr = install('firefox-esr');
  expect(findFirefox(directory)).toBe(esr);
  expect(() => findFirefox('/nowhere')).toThrow('scripts/setup-debian.sh firefox');
});
