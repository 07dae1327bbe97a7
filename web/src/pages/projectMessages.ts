export const messages = {
  paidOnce: 'Products are paid once.',
  oneOff: 'One-off products',
};
