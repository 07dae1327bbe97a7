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

/** The inputs of what needs no session. */
export function publicInputsOf(contract) {
  return inputsOf(contract, (_path, { security }) => security?.length === 0);
}

/** The inputs of what is no record: one's account, settings, own fields, rights of groups, saved views, webhooks and channels. */
export function settingsInputsOf(contract) {
  const isSetting = (path) => /^\/(account|channel|field|groupRole|notification|view|webhook)\b/.test(path);
  const ofRecords = inputsOf(contract, (path) => !isSetting(path));
  return inputsOf(contract, isSetting).filter((name) => !ofRecords.includes(name));
}

/** The names of the bodies of some operations. */
function inputsOf(contract, isWanted) {
  return Object.entries(contract.paths ?? {})
    .flatMap(([path, operations]) => Object.values(operations).filter((operation) => isWanted(path, operation)))
    .map(({ requestBody }) => requestBody?.content?.['application/json']?.schema)
    .map((schema) => (schema?.items ?? schema)?.$ref?.split('/').at(-1))
    .filter(Boolean);
}
