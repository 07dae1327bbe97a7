import { describe, expect, it } from 'vitest';
import type { Check } from '@/api/rules';
import { failures, firstFailure, prepared } from './values';

const required: Check = { code: 'required', message: 'Name field is required.' };
const max: Check = { code: 'maxLength', value: 3, message: 'Name length must be less than 3.' };
const min: Check = { code: 'minLength', value: 2, message: 'too short' };
const phone: Check = { code: 'phone', patterns: ['^[0-9]+$', '^0'], message: 'Phone is not a phone number.' };
const role: Check = {
  code: 'oneOf',
  options: [
    { key: 'None', value: 0 },
    { key: 'Owner', value: 1 },
  ],
  message: 'Role must be one of provided options.',
};

describe('firstFailure', () => {
  it.each([
    ['missing', undefined, [required], required],
    ['null', null, [required], required],
    ['only spaces', '  ', [required], required],
    ['zero is a value', 0, [required], undefined],
    ['the first of two', '', [required, max], required],
    ['too long', 'abcd', [required, max], max],
    ['code points, not code units', '😀😀😀', [max], undefined],
    ['too short', 'a', [min], min],
    ['empty passes all but required', '', [min, max, phone, role], undefined],
    ['every pattern must match', '123', [phone], phone],
    ['patterns', '0123', [phone], undefined],
    ['an option by number', 1, [role], undefined],
    ['an option by key', 'Owner', [role], undefined],
    ['no such option', 7, [role], role],
  ])('%s', (_, value, checks, expected) => {
    expect(firstFailure(value, checks)).toBe(expected);
  });

  it('compares with another field', () => {
    const equals: Check = { code: 'equals', field: 'newPassword', message: "Passwords don't match." };
    expect(firstFailure('', [equals], { newPassword: 'x' })).toBe(equals);
    expect(firstFailure('x', [equals], { newPassword: 'x' })).toBeUndefined();
  });
});

it('finds one failure for each field', () => {
  const rules = { name: { label: 'Name', checks: [required] }, phone: { label: 'Phone', checks: [phone] } };
  expect(failures(rules, { name: '', phone: 'x' })).toEqual({ name: required, phone });
});

it('prepares values for sending', () => {
  expect(prepared({ name: '  Acme ', details: ' ', role: 0, newPassword: ' pass ' })).toEqual({
    name: 'Acme',
    details: null,
    role: 0,
    newPassword: ' pass ',
  });
});
