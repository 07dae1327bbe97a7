import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type axe from 'axe-core';
import { inFull } from './full';

/** The rules that a page can keep by day and break by night. They take axe most of its time. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Half as long to read as the one with comments, which Node would import. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Kinds of text that this run has found to be readable, one a line: a file for the day and one for the night, because
 * judging them takes axe half of its time and the workers meet the same ones. Playwright empties the directory when a
 * run begins.
 */
const readable = {
  file(scheme: string): string {
    const { outputDir } = test.info().project;
    mkdirSync(outputDir, { recursive: true });
    return join(outputDir, `readable-${scheme}.txt`);
  },
  kinds: (scheme: string): string => readFileSync(readable.file(scheme), { encoding: 'utf8', flag: 'a+' }),
  add: (scheme: string, kinds: string): void => appendFileSync(readable.file(scheme), `${kinds}\n`),
};

type Schemes = readonly ('dark' | 'light')[];

interface Look {
  /** Where, as a selector: in the dialog that is open, or else on the whole page. */
  within?: string;
  /** The colours to judge. */
  schemes?: Schemes;
}

/** Both in full. In a sample those of day or night in turn, by something that stays from run to run. */
export function schemesInTurn(turn: number): Schemes {
  return inFull(['dark', 'light'], turn % 2 === 0 ? ['light'] : ['dark']);
}

/**
 * Fails on anything axe finds on the page as it stands, light or dark. Where the page has been looked at before,
 * `within` selects what is new on it.
 */
export async function expectAccessible(
  page: Page,
  { within: chosen, schemes = schemesInTurn(test.info().title.length) }: Look = {},
): Promise<void> {
  // Rows that are about to be replaced are dimmed until then.
  await expect(page.locator('[data-old="true"]')).toHaveCount(0);
  // Reading axe's source takes a browser longer than most screens take axe.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // What lies below a modal dialog can neither be reached nor read.
  const within =
    chosen ?? (await page.evaluate(() => (document.querySelector('dialog:modal') ? 'dialog:modal' : 'html')));
  expect(await faultsOfStructure(page, within)).toEqual([]);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const { faults, kinds } = await coloursOf(page, within, readable.kinds(colorScheme));
    expect(faults, colorScheme).toEqual([]);
    if (kinds !== '') readable.add(colorScheme, kinds);
  }
}

function faultsOfStructure(page: Page, within: string): Promise<string[]> {
  return page.evaluate(
    async ([scope, disabled]) => {
      const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]));
      // A report on what is in order would take as long again. No rule that is on needs what would be preloaded.
      const found = await window.axe.run(scope, { rules, resultTypes: ['violations'], preload: false });
      return found.violations.map(
        ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
      );
    },
    [within, colourRules] as const,
  );
}

interface Colours {
  faults: string[];
  /** The kinds of text that were looked at, one a line: Playwright takes long for lists. */
  kinds: string;
}

/**
 * Looks at two texts of each kind that is not known yet, the first and the last: the same letters on the same ground
 * contrast the same, on this page and on the next.
 */
function coloursOf(page: Page, within: string, known: string): Promise<Colours> {
  return page.evaluate(
    async ([scope, runOnly, readable]) => {
      const grounds = new Map<Element | null, string>([[null, '']]);
      const groundOf = (element: Element | null): string => {
        const known = grounds.get(element);
        if (element === null || known !== undefined) return known ?? '';
        const { backgroundColor, backgroundImage, opacity, position, clipPath } = getComputedStyle(element);
        const own = [backgroundColor, backgroundImage, opacity, position, clipPath].join(' ');
        const isPlain = own === 'rgba(0, 0, 0, 0) none 1 static none';
        const ground = groundOf(element.parentElement) + (isPlain ? '' : `|${own}`);
        grounds.set(element, ground);
        return ground;
      };
      const hasText = (element: Element) =>
        element.matches('input, select, textarea') ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const kindOf = (element: Element) => {
        const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
        const around = element.parentElement ? getComputedStyle(element.parentElement).color : '';
        const letters = [element.tagName, color, fontSize, fontWeight, textShadow, textDecorationLine, around];
        return [...letters, groundOf(element)].join(';');
      };
      const isKnown = new Set(readable.split('\n'));
      let texts = 0;
      const kinds = new Map<string, [first: Element, last: Element]>();
      for (const root of document.querySelectorAll(scope)) {
        for (const element of [root, ...root.querySelectorAll('*')]) {
          if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
          texts += 1;
          const kind = kindOf(element);
          if (!isKnown.has(kind)) kinds.set(kind, [kinds.get(kind)?.[0] ?? element, element]);
        }
      }
      if (texts === 0) return { faults: [`${scope} has no text`], kinds: '' };
      if (kinds.size === 0) return { faults: [], kinds: '' };
      const include = [...new Set([...kinds.values()].flat())];
      const found = await window.axe.run(
        { include },
        { runOnly: [...runOnly], resultTypes: ['violations'], preload: false },
      );
      const faults = found.violations.map(
        ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
      );
      return { faults, kinds: [...kinds.keys()].join('\n') };
    },
    [within, colourRules, known] as const,
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
