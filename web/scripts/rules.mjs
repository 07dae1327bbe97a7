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

/** The names of the inputs of operations that nobody has to be signed in for. */
export function publicInputsOf(contract) {
  return Object.values(contract.paths ?? {})
    .flatMap((path) => Object.values(path))
    .filter(({ security }) => security?.length === 0)
    .map(({ requestBody }) => requestBody?.content?.['application/json']?.schema?.$ref?.split('/').at(-1))
    .filter(Boolean);
}
