import { expect, it } from 'vitest';
import { publicInputsOf, rulesOf } from './rules.mjs';

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

it('knows the inputs that need no session', () => {
  const body = (name) => ({
    requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
  });
  const contract = {
    paths: {
      '/account/login': { post: { security: [], ...body('LoginInput') } },
      '/account/logout': { post: { security: [] } },
      '/company': { post: body('CompanyInput') },
    },
  };
  expect(publicInputsOf(contract)).toEqual(['LoginInput']);
});
