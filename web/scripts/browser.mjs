// The one place that finds the browsers: for the end-to-end tests, the hub's client (hubtest), Lighthouse, and
// scripts/setup-debian.sh, which asks for them by running this file and installs one where there is none.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// Both are Debian's Chromium; the shell, made for tests, does the same work in two thirds of the time.
const chromiumNames = ['chromium-headless-shell', 'chromium'];

const firefoxNames = ['firefox-esr', 'firefox'];

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find(names, need, path) {
  const directories = path.split(delimiter);
  const found = names.flatMap((name) => directories.map((directory) => join(directory, name))).find(isProgram);
  if (!found) throw new Error(`neither ${names.join(' nor ')} is in PATH; scripts/setup-debian.sh ${need} installs it`);
  return found;
}

/**
 * Returns the path of the system's Chromium. Playwright and Lighthouse never fetch a browser of their own.
 * @param {string} path the directories to look in, as in the variable PATH
 * @returns {string}
 */
export function findBrowser(path = process.env.PATH ?? '') {
  return find(chromiumNames, 'browser', path);
}

/** Returns the path of the system's Firefox. @returns {string} */
export function findFirefox(path = process.env.PATH ?? '') {
  return find(firefoxNames, 'firefox', path);
}

/** Returns how Playwright starts the browser. Tests run as root, where Chromium has no sandbox. */
export function launchOptions() {
  return {
    executablePath: findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}

if (process.argv[1] === import.meta.filename)
  console.log(process.argv[2] === 'firefox' ? findFirefox() : findBrowser());
