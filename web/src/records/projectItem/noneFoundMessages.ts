/** The texts below the picker of an item of the catalogue that finds none. */
export const messages = {
  adminsAdd: 'Administrators add to the catalogue what is missing.',
  add: { product: 'Add a product to the catalogue', subscription: 'Add a subscription to the catalogue' },
};
