export const messages = {
  hiddenCosts: 'Some costs are hidden',
  perhapsHiddenCosts: 'Some costs may be hidden',
  costsSeen: 'costs you see',
};
