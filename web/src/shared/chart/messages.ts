export const messages = {
  soFar: 'As it was',
  certain: 'Certain so far',
  open: 'Ends by then, unless it is renewed',
};
