import type { messages as english } from './messages';

export const messages: typeof english = {
  add: 'Filter hinzufügen',
  edit: (text) => `${text}, ändern`,
  filled: { true: 'Ausgefüllt', false: 'Leer' },
  isFilled: (label, value) => `${label}: ${value === 'true' ? 'ausgefüllt' : 'leer'}`,
  amounts: {
    on: (label, amount) => `${label}: ${amount}`,
    between: (label, from, to) => `${label}: ${from} bis ${to}`,
    from: (label, amount) => `${label}: ab ${amount}`,
    until: (label, amount) => `${label}: bis ${amount}`,
  },
};
