// Writes src/api/*.gen.ts from the contract: the types, the rules of all forms, and those of the sign-in pages, which must
// not wait for the others. Arguments, both optional: the contract, and the directory to write to (`make verify` compares a fresh copy with the committed one).
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { publicInputsOf, rulesOf } from './rules.mjs';

const root = join(import.meta.dirname, '..');
const [contractPath = join(root, '../api/openapi.json'), target = join(root, 'src/api')] = process.argv.slice(2);

const contract = JSON.parse(await readFile(contractPath, 'utf8'));
const header = '// Generated from api/openapi.json by `make generate`. Do not edit.\n';

const types = astToString(await openapiTypescript(pathToFileURL(contractPath)));
await writeFile(join(target, 'schema.gen.ts'), `${header}${types}`);

const roles = JSON.stringify(contract['x-roles'], null, 2);
await writeFile(
  join(target, 'roles.gen.ts'),
  `${header}\n/** The roles that have each right on a company or project, the highest first. Administrators have all rights. */\nexport const rolesByRight = ${roles} as const;\n`,
);

const rules = rulesOf(contract);
const publicInputs = publicInputsOf(contract);
const isPublic = ([name]) => publicInputs.includes(name);
// No form of the sign-in page has these fields.
const withoutForm = new Set(['PasskeySignIn', 'SecondFactorInput']);
const signInRules = Object.fromEntries(
  Object.entries(rules).filter((entry) => isPublic(entry) && !withoutForm.has(entry[0])),
);
const otherRules = Object.fromEntries(Object.entries(rules).filter((entry) => !isPublic(entry)));
await writeRules('signInRules', JSON.stringify(signInRules, null, 2));
await writeRules(
  'rules',
  JSON.stringify(otherRules, null, 2).replace('{', '{\n  ...signInRules,'),
  "import { signInRules } from './signInRules.gen';\n",
);

async function writeRules(name, book, imports = '') {
  const text = `import type { RuleBook } from './rules';\n${imports}\nexport const ${name} = ${book} as const satisfies RuleBook;\n`;
  await writeFile(join(target, `${name}.gen.ts`), header + text);
}
