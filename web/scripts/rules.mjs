/** Collects the validation rules that the contract carries: each schema with a property that has `x-checks`. */
export function rulesOf(contract) {
  const book = {};
  for (const [name, schema] of Object.entries(contract.components?.schemas ?? {})) {
    const fields = Object.entries(schema.properties ?? {}).filter(([, property]) => property['x-checks']);
    if (fields.length === 0) continue;
    book[name] = Object.fromEntries(
      fields.map(([field, property]) => [field, { label: property['x-label'], checks: property['x-checks'] }]),
    );
  }
  return book;
}
