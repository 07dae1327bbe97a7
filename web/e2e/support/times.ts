import { appendFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Adds each test's duration to the file from which scripts/stages.sh lists the slowest of a run. */
export default class Times implements Reporter {
  readonly #file = process.env.TEST_TIMES;

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    const [, , file, ...titles] = test.titlePath();
    if (this.#file) appendFileSync(this.#file, `${(duration / 1000).toFixed(1)}\t${file}: ${titles.join(' › ')}\n`);
  }
}
