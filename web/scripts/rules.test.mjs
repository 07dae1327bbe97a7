import { expect, it } from 'vitest';
import { publicInputsOf, rulesOf, settingsInputsOf } from './rules.mjs';

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

it('knows the inputs that need no session, and those of no record', () => {
  const body = (name) => ({
    requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
  });
  const contract = {
    paths: {
      '/account/login': { post: { security: [], ...body('LoginInput') } },
      '/account/logout': { post: { security: [] } },
      '/account/key': { post: body('KeyInput'), delete: body('EntityId') },
      '/company': { post: body('CompanyInput'), delete: body('EntityId') },
    },
  };
  expect(publicInputsOf(contract)).toEqual(['LoginInput']);
  expect(settingsInputsOf(contract)).toEqual(['LoginInput', 'KeyInput']);
});
