export const messages = {
  paidOnce: 'Prices and costs of products are paid once.',
  oneOff: 'One-off products',
};
