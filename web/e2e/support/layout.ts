import type { Page } from '@playwright/test';

/** Adds up how far what is in sight jumps without the user's doing, from each load of a page on. */
export async function watchLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0;
    Object.assign(window, { layoutShift: () => sum });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += Reflect.get(entry, 'value');
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      // A jump is told of after the frame that it is drawn in.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return Reflect.get(window, 'layoutShift')();
    });
}

/** What is wrong with the page as it stands: it scrolls sideways, a box is too small, a text is cut and told nowhere. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // What draws itself by its own measures, such as a chart, follows a new width in the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    /** Rings and edges may reach a little further than their box. */
    const tolerance = 4;
    const faults: string[] = [];
    // Suggestions hang over the form below their field on purpose.
    const floating = [...document.querySelectorAll<HTMLElement>('main [role=listbox]')];
    for (const list of floating) list.hidden = true;
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} px wide`);

    for (const element of document.querySelectorAll<HTMLElement>('body :not(svg, svg *)')) {
      const { overflowX, overflowY, clipPath, visibility, position } = getComputedStyle(element);
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
      // Inline boxes have no size of their own; what is for screen readers alone is clipped on purpose.
      if (clientWidth === 0 || visibility === 'hidden' || clipPath !== 'none') continue;
      if (element.closest('[class*="hidden"]')) continue;
      const name = () => `${element.tagName} ${element.className} "${element.textContent.slice(0, 40)}"`;
      const wider = scrollWidth - clientWidth;
      const taller = scrollHeight - clientHeight;
      if (overflowX === 'visible' && wider > tolerance) faults.push(`${wider} px stick out of ${name()}`);
      if (overflowY === 'visible' && position !== 'fixed' && taller > tolerance) {
        faults.push(`${taller} px hang out of ${name()}`);
      }
      const isCut = ['hidden', 'clip'].includes(overflowX) && wider > 1 && !element.matches('input, select, textarea');
      if (isCut && element.textContent.trim() !== '' && !element.closest('[title]')) faults.push(`cut: ${name()}`);
    }

    // Filters tell by their own words what they are for. The browser cuts those without a trace in the layout.
    const pen = document.createElement('canvas').getContext('2d');
    for (const control of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      'input[placeholder], select[aria-label]',
    )) {
      const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(control);
      const words = 'placeholder' in control ? control.placeholder : (control.selectedOptions[0]?.text ?? '');
      const room = control.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (!pen || control.clientWidth === 0) continue;
      Object.assign(pen, { font, letterSpacing });
      const missing = Math.ceil(pen.measureText(words).width - room);
      if (missing > 0) faults.push(`cut: "${words}" by ${missing} px`);
    }
    for (const list of floating) list.hidden = false;
    return faults;
  });
}
