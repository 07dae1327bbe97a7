const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** $1,234.50 */
export function formatMoney(amount: number): string {
  return dollars.format(amount);
}

/** 1234.50, as it stands in a field. */
export function formatAmount(amount: number): string {
  return amount.toFixed(2);
}

/** Reads what a person types for an amount. What is none stays text, for the field's rules to refuse. */
export function readAmount(text: string): number | string {
  const plain = text.replaceAll(/[$,\s]/g, '');
  return /^(?:\d+\.?\d{0,2}|\.\d{1,2})$/.test(plain) ? Number(plain) : plain;
}
