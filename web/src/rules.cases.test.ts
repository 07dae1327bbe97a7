import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FormValues, failures, prepared } from '@/shared/forms/values';
import type { RuleBook } from './api/rules';
import * as rules from './api/rules.gen';
import * as settingsRules from './api/settingsRules.gen';

interface RuleCase {
  schema: string;
  field: string;
  /** Absent when the field is left out. */
  value?: unknown;
  repeat?: { text: string; times: number; then?: string };
  with?: FormValues;
  message: string | null;
}

/** The server is checked against the same file: a field gets the same message from either side. */
const fixture = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../internal/tracker/testdata/rules.json'), 'utf8'),
) as { valid: Record<string, FormValues>; cases: RuleCase[] };

const book: RuleBook = { ...rules, ...settingsRules };

function valuesOf({ schema, field, value, repeat, with: others }: RuleCase): FormValues {
  const values: FormValues = { ...fixture.valid[schema], ...others };
  values[field] = repeat ? repeat.text.repeat(repeat.times) + (repeat.then ?? '') : value;
  return values;
}

describe.each(Object.keys(fixture.valid))('%s', (schema) => {
  const own = fixture.cases.filter((one) => one.schema === schema);
  it.each(Object.keys(book[schema] ?? {}))('gives %s the messages of the server', (field) => {
    const cases = own.filter((one) => one.field === field);
    expect(cases).not.toHaveLength(0);
    const wrong = cases
      .map((one) => ({
        value: one.value ?? one.repeat,
        want: one.message,
        got: failures(book[schema] ?? {}, prepared(valuesOf(one)))[field]?.message ?? null,
      }))
      .filter(({ want, got }) => want !== got);
    expect(wrong).toEqual([]);
  });
});
