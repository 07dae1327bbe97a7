/** An amount as the address and the server have it; empty for anything else. */
export function amountIn(text: string | null): string {
  return text !== null && /^-?\d{1,12}(\.\d{1,2})?$/.test(text) ? text : '';
}
