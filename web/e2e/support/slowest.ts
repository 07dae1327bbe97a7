import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints the ten tests that took longest, when all have run. */
export default class Slowest implements Reporter {
  readonly #tests: { test: TestCase; seconds: number }[] = [];

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    this.#tests.push({ test, seconds: duration / 1000 });
  }

  onEnd(): void {
    if (this.#tests.length === 0) return;
    const slowest = this.#tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
    console.log('\n  The slowest tests, in seconds:');
    for (const { test, seconds } of slowest) {
      const [, , file, ...titles] = test.titlePath();
      console.log(`  ${seconds.toFixed(1).padStart(6)}  ${file}: ${titles.join(' › ')}`);
    }
  }
}
