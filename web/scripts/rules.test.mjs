import { expect, it } from 'vitest';
import { rulesOf } from './rules.mjs';

it('takes the fields that carry checks, with their labels', () => {
  const checks = [{ code: 'required', message: 'Name field is required.' }];
  const contract = {
    components: {
      schemas: {
        CompanyInput: { properties: { name: { 'x-label': 'Name', 'x-checks': checks }, id: { type: 'string' } } },
        Company: { properties: { name: { type: 'string' } } },
      },
    },
  };
  expect(rulesOf(contract)).toEqual({ CompanyInput: { name: { label: 'Name', checks } } });
});
