/** The texts of what a price comes to, below it. */
export const messages = {
  priceOf: (term: string) => `The price is for the whole term of ${term}.`,
  priceAMonth: (term: string, amount: string) =>
    `The price is for the whole term of ${term}: that is ${amount} a month.`,
};
