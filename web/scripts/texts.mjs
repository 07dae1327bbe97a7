// Refuses texts outside of the message catalogues (messages.ts), and formatters outside of shared/format. `npm run check`
// runs it; exits with 1 after naming each place.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Attributes and properties that hold nothing but text for people, and calls that show it. */
const forPeople =
  /^(aria-label|aria-description|alt|caption|description|empty|goneMessage|header|help|hint|label|message|nothing|placeholder|submitLabel|text|title|verb|words)$/;

/** Strings that look like words of a text and are names of keys, headers, events, components, statuses or what is dragged. */
const names = new Set(
  'Authorization Bearer Changed Ctrl Enter Error Esc Escape Files longText Mod Pagination Shell Tab Totals text'.split(
    ' ',
  ),
).add('in progress');

/** Two words, or one that begins as a sentence does. */
const reads = /\p{L}{2,}[,:;.!?…]? +\p{L}|^\s*\p{Lu}\p{Ll}+\s*($|[\s.,:!?…])/u;

export function textsIn(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const refuse = (node, what) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    found.push(`${file}:${line + 1}: ${what}`);
  };
  visit(tree);
  return found;

  function visit(node) {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isForPrograms(node)) return;
    if (ts.isJsxText(node)) {
      if (/\p{L}/u.test(node.text)) refuse(node, node.text.trim());
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      if (isText(node)) refuse(node, node.text);
    } else if (ts.isIdentifier(node) && /^(Intl|toLocale\w+)$/.test(node.text)) {
      refuse(node, `${node.text}: shared/format has the formatters`);
    }
    ts.forEachChild(node, visit);
  }
}

function isText(node) {
  const { text } = node;
  if (names.has(text.trim())) return false;
  // Joined to a value without a space, as in `${kind}Category`, it is a part of a name.
  if (/^\p{L}/u.test(text) && ts.isTemplateSpan(node.parent)) return false;
  let { parent } = node;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  while (
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isJsxExpression(parent)
  ) {
    if (ts.isConditionalExpression(parent) && parent.condition === node) return false;
    ({ parent } = parent);
  }
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) {
    if (forPeople.test(parent.name.getText())) return /\p{L}/u.test(text);
    if (ts.isJsxAttribute(parent) && /^(className|d|rel|viewBox|preserveAspectRatio)$/.test(parent.name.getText()))
      return false;
  }
  return reads.test(text);
}

/**
 * Errors that are defects, the console, modules that are loaded later, selectors, names of properties, and names and settings of other
 * programs.
 */
function isForPrograms(node) {
  if (ts.isNewExpression(node)) return node.expression.getText().endsWith('Error');
  if (ts.isElementAccessExpression(node)) return true;
  if (ts.isPropertyAssignment(node)) return /^(brand|paste)$/.test(node.name.getText());
  if (!ts.isCallExpression(node)) return false;
  return (
    node.expression.kind === ts.SyntaxKind.ImportKeyword ||
    /^console\.|\b(closest|endsWith|matches|matchMedia|querySelector(All)?)$/.test(node.expression.getText())
  );
}

/** Tests, generated files, the message catalogues of all languages, and the formatters. */
const mayHaveTexts = /\/test[A-Z]|\.test\.|\.gen\.|[mM]essages(\.de)?\.ts$|shared\/format\//;

if (process.argv[1] === import.meta.filename) {
  const files = readdirSync('src', { recursive: true })
    .map((file) => join('src', file))
    .filter((file) => /\.tsx?$/.test(file) && !mayHaveTexts.test(file));
  const found = files.toSorted().flatMap((file) => textsIn(file, readFileSync(file, 'utf8')));
  for (const line of found) console.error(line);
  if (found.length > 0) process.exitCode = 1;
}
