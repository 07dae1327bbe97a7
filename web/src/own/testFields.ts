import type { OwnField } from './fields';

/** An own field of companies, for tests. */
export function ownField(field: Partial<OwnField>): OwnField {
  return {
    id: `f-${field.key ?? 'vatId'}`,
    list: 'company',
    key: 'vatId',
    label: 'VAT ID',
    labelDe: null,
    kind: 'text',
    options: [],
    isRequired: false,
    isConfidential: false,
    position: 0,
    version: 1,
    ...field,
  };
}

/** One of each kind. */
export const fieldsOfAllKinds: OwnField[] = [
  ownField({ isRequired: true }),
  ownField({ key: 'seats', label: 'Seats', kind: 'number' }),
  ownField({ key: 'since', label: 'Customer since', kind: 'date' }),
  ownField({ key: 'tier', label: 'Tier', kind: 'choice', options: ['Gold', 'Silver'] }),
  ownField({ key: 'isVip', label: 'Very important', kind: 'yesNo' }),
  ownField({ key: 'site', label: 'Web site', kind: 'link' }),
  ownField({ key: 'secret', label: 'Discount', kind: 'number', isConfidential: true }),
];
