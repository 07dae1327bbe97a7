/** The texts of what Today will show, which an administrator sees before there is a project. */
export const messages = {
  willBe: {
    soon: 'What ends within 7 days, or has its last day to cancel, will be here.',
    overdue: 'What ended and was not renewed will be here.',
    waiting: 'Products that customers have yet to confirm will be here.',
    losing: 'What costs more than it brings in will be here.',
  },
  fill: { products: 'Add products to the catalogue', subscriptions: 'Add subscriptions to the catalogue' },
  addCompany: 'Add the first company',
  addProject: 'Add the first project',
};
