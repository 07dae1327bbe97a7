/**
 * Collects the validation rules that the contract carries: each schema with a property that has `x-checks`. `label` and
 * `message` say the name of a field, and why a check refuses, in a language.
 */
export function rulesOf(contract, { label, message } = english) {
  const book = {};
  for (const [name, schema] of Object.entries(contract.components?.schemas ?? {})) {
    const fields = Object.entries(schema.properties ?? {}).filter(([, property]) => property['x-checks']);
    if (fields.length === 0) continue;
    book[name] = Object.fromEntries(
      fields.map(([field, property]) => [
        field,
        {
          label: label(property['x-label']),
          checks: property['x-checks'].map(({ text, ...check }) => ({
            ...check,
            message: message(check.message, text),
          })),
        },
      ]),
    );
  }
  return book;
}

const english = { label: (name) => name, message: (sentence) => sentence };

/** The names of the inputs of operations that nobody has to be signed in for. */
export function publicInputsOf(contract) {
  return Object.values(contract.paths ?? {})
    .flatMap((path) => Object.values(path))
    .filter(({ security }) => security?.length === 0)
    .map(({ requestBody }) => requestBody?.content?.['application/json']?.schema?.$ref?.split('/').at(-1))
    .filter(Boolean);
}
