import { expect, it } from 'vitest';
import { textsIn } from './texts.mjs';

const refused = (source) => textsIn('src/Part.tsx', source).map((line) => line.replace(/^\S+ /, ''));

it.each([
  ['<p>Hello there</p>', 'Hello there'],
  ['<p>{count} left</p>', 'left'],
  ['<Button label="ok" />', 'ok'],
  ['<Button label={isOpen ? messages.close : "Open"} />', 'Open'],
  ['const columns = [{ header: "Name" }];', 'Name'],
  [String.raw`notify.success(\`\${name} is saved.\`);`.replaceAll('\\', ''), 'is saved.'],
  ['const text = "Nothing here yet";', 'Nothing here yet'],
  ['value.toLocaleString();', 'toLocaleString: shared/format has the formatters'],
  ['new Intl.NumberFormat();', 'Intl: shared/format has the formatters'],
])('refuses %s', (source, text) => expect(refused(source).map((found) => found.trim())).toEqual([text]));

it.each([
  '<p className="two words">{messages.hello}</p>',
  '<input autoComplete="given-name" name="displayName" />',
  'import { Name } from "./Some File";',
  'throw new Error("This is a defect.");',
  'console.warn("Not saved:", error);',
  'element.closest("input, select")',
  'if (event.key === "Enter") run();',
  'api.put("/account/changePassword", { body })',
])('allows %s', (source) => expect(refused(source)).toEqual([]));
