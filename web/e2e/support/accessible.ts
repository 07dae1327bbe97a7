import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** The rules that a page can keep by day and break by night. They take axe most of its time. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Half as long to read as the one with comments, which Node would import. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Look {
  /** Where, as a selector: in the dialog that is open, or else on the whole page. */
  within?: string;
  /** Colours take longest: a page that differs from another one in its words alone need not be looked at for them. */
  colours?: boolean;
}

/**
 * Fails on anything axe finds on the page as it stands, light or dark. Where the page has been looked at before,
 * `within` selects what is new on it.
 */
export async function expectAccessible(page: Page, { within: chosen, colours = true }: Look = {}): Promise<void> {
  // Rows that are about to be replaced are dimmed until then.
  await expect(page.locator('[data-old="true"]')).toHaveCount(0);
  // Reading axe's source takes a browser longer than most screens take axe.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // What lies below a modal dialog can neither be reached nor read.
  const within =
    chosen ?? (await page.evaluate(() => (document.querySelector('dialog:modal') ? 'dialog:modal' : 'html')));
  expect(await faultsOfStructure(page, within)).toEqual([]);
  if (!colours) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await faultsOfColour(page, within), colorScheme).toEqual([]);
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

/** Looks at two texts of each kind, the first and the last: the same letters on the same ground contrast the same. */
function faultsOfColour(page: Page, within: string): Promise<string[]> {
  return page.evaluate(
    async ([scope, runOnly]) => {
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
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        const around = element.parentElement ? getComputedStyle(element.parentElement).color : '';
        return [element.tagName, color, fontSize, fontWeight, textShadow, around, groundOf(element)].join(';');
      };
      const kinds = new Map<string, [first: Element, last: Element]>();
      for (const root of document.querySelectorAll(scope)) {
        for (const element of [root, ...root.querySelectorAll('*')]) {
          if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
          const kind = kindOf(element);
          kinds.set(kind, [kinds.get(kind)?.[0] ?? element, element]);
        }
      }
      const include = [...new Set([...kinds.values()].flat())];
      if (include.length === 0) return [`${scope} has no text`];
      const found = await window.axe.run(
        { include },
        { runOnly: [...runOnly], resultTypes: ['violations'], preload: false },
      );
      return found.violations.map(
        ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
      );
    },
    [within, colourRules] as const,
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
