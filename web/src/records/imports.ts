import type { ImportKind } from '@/records';

const address = ['country', 'provinceState', 'city', 'street', 'building', 'postalZipCode'];
const item = ['id', 'categoryName', 'name', 'details', 'status'];

/**
 * The fields that the columns of a file can set, or by which a record is found, in the order of templates and exports.
 * Beside the registry, because only the page that imports needs them.
 */
export const importFields: Readonly<Record<ImportKind, readonly string[]>> = {
  company: ['id', 'name', 'details', 'supportEmail', 'supportPhone', ...address],
  project: ['id', 'companyId', 'companyName', 'name'],
  product: item,
  subscription: [...item, 'cost', 'costCurrencyName', 'noticeDays'],
  user: ['email', 'displayName', 'gender', 'firstName', 'lastName', 'phoneNumber', ...address],
  projectSubscription: [
    'id',
    'companyId',
    'companyName',
    'projectId',
    'projectName',
    'subscriptionId',
    'subscriptionName',
    'categoryName',
    'startAt',
    'endAt',
    'autoRenew',
    'price',
    'priceCurrencyName',
    'noticeDays',
    'details',
  ],
};
