// Writes src/api/schema.gen.ts and src/api/rules.gen.ts from the contract. Arguments, both optional: the contract, and
// the directory to write to (`make verify` compares a fresh copy with the committed one).
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { rulesOf } from './rules.mjs';

const root = join(import.meta.dirname, '..');
const [contractPath = join(root, '../api/openapi.json'), target = join(root, 'src/api')] = process.argv.slice(2);

const contract = JSON.parse(await readFile(contractPath, 'utf8'));
const header = '// Generated from api/openapi.json by `make generate`. Do not edit.\n';

const types = astToString(await openapiTypescript(pathToFileURL(contractPath)));
await writeFile(join(target, 'schema.gen.ts'), `${header}${types}`);

const rules = JSON.stringify(rulesOf(contract), null, 2);
await writeFile(
  join(target, 'rules.gen.ts'),
  `${header}import type { RuleBook } from './rules';\n\nexport const rules = ${rules} as const satisfies RuleBook;\n`,
);
