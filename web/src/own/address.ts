/*
 * Own fields in the address of a list: own.vatId, own.vatId.from, own.vatId.to and own.vatId.filled narrow it, and
 * sort=own.vatId sorts it. The server's query has the same names, with capitals. A list reads both before it is known
 * which fields there are.
 */

const param = /^own\.([A-Za-z0-9]+)(?:\.(?:from|to|filled))?$/;
const sort = /^-?own\.([A-Za-z0-9]+)$/;

/** The names of the filters by own fields that an address has. */
export function ownParams(params: URLSearchParams): string[] {
  return [...params.keys()].filter((name) => param.test(name));
}

/** The keys of the fields that an address narrows a list by. */
export function ownKeys(params: URLSearchParams): string[] {
  return [...new Set(ownParams(params).map((name) => param.exec(name)?.[1] ?? ''))];
}

/** What an address narrows a list by in own fields, as the server's query has it. */
export function ownQuery(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(ownParams(params).map((name) => [inCall(name), params.get(name) ?? '']));
}

/** Own.vatId.From for own.vatId.from. The key stays as it is. */
function inCall(name: string): string {
  return name.replaceAll(/^o|(?<=^own\.\w+\.)\w/g, (letter) => letter.toUpperCase());
}

/** The orders by own fields that an address names. */
export function ownSorts(params: URLSearchParams): string[] {
  return (params.get('sort') ?? '').split(',').filter((name) => sort.test(name));
}

/** The address without what it says of fields that there are not, or undefined where it says nothing of such. */
export function withoutUnknown(
  params: URLSearchParams,
  fields: readonly { key: string }[],
): URLSearchParams | undefined {
  const isKnown = (key: string | undefined) => fields.some((field) => field.key === key);
  const names = ownParams(params).filter((name) => !isKnown(param.exec(name)?.[1]));
  const orders = ownSorts(params).filter((name) => !isKnown(sort.exec(name)?.[1]));
  if (names.length + orders.length === 0) return undefined;
  const known = new URLSearchParams(params);
  for (const name of names) known.delete(name);
  const order = (params.get('sort') ?? '').split(',').filter((name) => !orders.includes(name));
  known.set('sort', order.join());
  if (order.length === 0) known.delete('sort');
  return known;
}
