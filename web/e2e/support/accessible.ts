import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules that a page can keep by day and break by night. They take axe most of its time. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Fails on anything axe finds on the page as it stands, light or dark. Where the page has been looked at before,
 * `opened` selects what is new on it: only there colours are looked at again.
 */
export async function expectAccessible(page: Page, opened = 'html'): Promise<void> {
  // Rows that are about to be replaced are dimmed until then.
  await expect(page.locator('[data-old="true"]')).toHaveCount(0);
  // Reading axe's source takes a browser longer than most screens take axe.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const rules = Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }]));
  expect(await violations(page, 'html', { rules })).toEqual([]);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, opened, { runOnly: colourRules }), colorScheme).toEqual([]);
  }
}

function violations(page: Page, within: string, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(
    async ([scope, chosen]) => {
      // A report on what is in order would take as long again.
      const found = await window.axe.run(scope, { ...chosen, resultTypes: ['violations'] });
      return found.violations.map(
        ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
      );
    },
    [within, options] as const,
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
