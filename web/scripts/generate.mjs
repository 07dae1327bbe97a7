// Writes src/api/*.gen.ts from the contract: the types, the keys of the server's texts, the rules of all forms in three
// books, since the sign-in pages must not wait for the others, nor the forms of records for those of settings; the rules in German too (*.gen.de.ts), and the German
// that the server itself says. Arguments, all optional: the contract, the directory to write to, and the file for the server (`make verify` compares a fresh copy with the committed one).
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { runnerImport } from 'vite';
import { publicInputsOf, rulesOf, settingsInputsOf } from './rules.mjs';

const root = join(import.meta.dirname, '..');
const [
  contractPath = join(root, '../api/openapi.json'),
  target = join(root, 'src/api'),
  germanPath = join(root, '../internal/tracker/german.gen.json'),
] = process.argv.slice(2);

const contract = JSON.parse(await readFile(contractPath, 'utf8'));
const header = '// Generated from api/openapi.json by `make generate`. Do not edit.\n';

const types = astToString(await openapiTypescript(pathToFileURL(contractPath)));
await writeFile(join(target, 'schema.gen.ts'), `${header}${types}`);

const roles = JSON.stringify(contract['x-roles'], null, 2);
await writeFile(
  join(target, 'roles.gen.ts'),
  `${header}\n/** The roles that have each right on a company or project, the highest first. Administrators have all rights. */\nexport const rolesByRight = ${roles} as const;\n`,
);

const keys = Object.keys(contract['x-texts']).map((key) => `\n  | '${key}'`);
await writeFile(
  join(target, 'texts.gen.ts'),
  `${header}\n/** The keys of the sentences of the server. */\nexport type TextKey =${keys.join('')};\n`,
);

const [publicInputs, settingsInputs] = [publicInputsOf(contract), settingsInputsOf(contract)];
await writeBooks('gen', rulesOf(contract));

const { module: german } = await runnerImport(join(root, 'src/api/serverTexts.de.ts'), { root, configFile: false });
await writeBooks('gen.de', rulesOf(contract, { label: german.fieldLabel, message: german.translate }));

const [said, outgoing] = await Promise.all(
  ['serverMessages', 'outgoingMessages'].map(async (name) => {
    const { module } = await runnerImport(join(root, `src/api/${name}.de.ts`), { root, configFile: false });
    return module;
  }),
);
const forServer = {
  labels: inOrder({ ...outgoing.headings, ...said.labels }),
  words: inOrder(said.words),
  texts: inOrder({ ...said.texts, ...outgoing.texts }),
};
await writeFile(germanPath, `${JSON.stringify(forServer, null, 2)}\n`);

function inOrder(table) {
  return Object.fromEntries(Object.entries(table).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

async function writeBooks(ending, rules) {
  const entries = Object.entries(rules);
  const books = { signInRules: [], settingsRules: [], rules: [] };
  for (const entry of entries) {
    const [name] = entry;
    if (publicInputs.includes(name)) books.signInRules.push(entry);
    else if (settingsInputs.includes(name)) books.settingsRules.push(entry);
    else books.rules.push(entry);
  }
  await writeRules(`signInRules.${ending}`, books.signInRules);
  await writeRules(`settingsRules.${ending}`, books.settingsRules);
  await writeRules(`rules.${ending}`, books.rules, `export * from './signInRules.${ending}';\n`);
}

/** Each input is an export of its own: the bundler leaves those out that no form has. Each book is loaded where it is used. */
async function writeRules(name, book, also = '') {
  const inputs = book.map(
    ([input, fields]) => `\nexport const ${input} = ${JSON.stringify(fields, null, 2)} as const satisfies FormRules;\n`,
  );
  await writeFile(
    join(target, `${name}.ts`),
    `${header}import type { FormRules } from './rules';\n${also}${inputs.join('')}`,
  );
}
