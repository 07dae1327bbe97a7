import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

export const messages = {
  company: 'Company',
  createdOn: (day: string) => `Created ${day}`,
  productsOnce: 'Products, paid once',
  price: (amount: string) => `${amount} price`,
  priceAnd: (amount: string) => `${amount} price,`,
  cost: (amount: string) => `${amount} cost`,
  add: 'Add project',
  create: 'New project',
  saveAndAddProducts: 'Save and add products',
  companyHelp: 'Type a part of its name.',
  noCompanyFound: 'No company found. Administrators add companies.',
  none: 'No projects yet',
  noneText: 'The projects of all companies, with their products and subscriptions, are kept here.',
  noneOfCompany: 'The projects of this company are kept here.',
  noneToSee: 'No project you may see',
  noneToSeeText:
    'You see the projects that you, or the companies you moderate, have. An administrator or an owner can add you.',
  showInList: 'Show in the list of projects',

  productStatus: 'Status of a product',
  ending: 'End of a subscription',
  endingSoonChoice: 'Soon, in 14 days',
  orInWeek: 'Or in the seven days from a day on:',
  oneCompany: 'one company',
  ofCompany: (name: string) => `Of ${isolate(name)}`,
  withProduct: (status: string) => `With a product: ${status}`,
  endingSoon: 'With a subscription ending soon',
  endingInWeek: (day: string) => `With a subscription ending in the week of ${day}`,

  needsCompany: 'its company',
  hasItems: (subscriptions: number, products: number) =>
    `It has ${counted(subscriptions, 'subscription', 'subscriptions')} and ${counted(products, 'product', 'products')}: it stays, pending, until they are removed.`,
  removal: {
    blocked: 'Must Remove Products and Subscriptions First',
    unused: 'This project has no products and subscriptions any more.',
    until: 'It is gone once it has no product and no subscription',
    left: ['item is', 'items are'] as [one: string, many: string],
  },

  // Products and subscriptions of a project.

  nextEnd: 'Next end',
  showRunning: 'Show subscriptions',
  monthlyPrice: 'Price a month',
  responsible: 'Responsible',
};
