export const messages = {
  add: 'Add filter',
  edit: (text: string) => `${text}, change`,
  filled: { true: 'Filled in', false: 'Empty' },
  isFilled: (label: string, value: 'true' | 'false') => `${label}: ${value === 'true' ? 'filled in' : 'empty'}`,
  amounts: {
    on: (label: string, amount: string) => `${label}: ${amount}`,
    between: (label: string, from: string, to: string) => `${label}: ${from} to ${to}`,
    from: (label: string, amount: string) => `${label}: ${amount} or more`,
    until: (label: string, amount: string) => `${label}: ${amount} or less`,
  },
};
