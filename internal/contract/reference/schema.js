import { disclosure, el, paragraphs } from './dom.js';

/** Follows a reference within the document. */
export function resolve(contract, value) {
  if (!value?.$ref) return value;
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((at, step) => at[step], contract);
}

export function nameOf(schema) {
  return schema.$ref?.split('/').pop();
}

/** What a value is, in a few words, such as "array of Company" or "string or null". */
export function kindOf(schema) {
  if (schema.$ref) return nameOf(schema);
  if (schema.anyOf) return kindOf({ ...schema, anyOf: undefined, type: schema.anyOf.map(kindOf) });
  if (schema.type === 'array') return `array of ${kindOf(schema.items)}`;
  const refusesNull = schema['x-checks']?.some(({ code }) => code === 'required');
  const kinds = [schema.type ?? 'anything'].flat().filter((kind) => !(refusesNull && kind === 'null'));
  return kinds.map((kind) => (kind === 'string' && schema.format ? `${kind} (${schema.format})` : kind)).join(' or ');
}

/** The schema of which a value shows members: itself, what its list holds, or the first choice that is a component. */
function inside(schema) {
  if (schema.items) return inside(schema.items);
  if (schema.anyOf) return schema.anyOf.map(inside).find(Boolean);
  return schema.$ref ? schema : undefined;
}

/**
 * A value and, one step at a time, what is in it. What is sent says what it requires; what is answered is there, unless
 * it says otherwise.
 */
export function schemaView(contract, schema, direction) {
  const component = inside(schema);
  const head = el('p', { class: 'kind' }, kindOf(schema));
  return component ? [head, fields(contract, resolve(contract, component), direction)] : [head];
}

/** The members of an object: required ones first, in the order they are declared. */
export function fields(contract, schema, direction = 'sent') {
  const { properties = {}, required = [] } = schema;
  const names = [...required, ...Object.keys(properties).filter((name) => !required.includes(name))];
  return el(
    'ul',
    { class: 'fields' },
    names.map((name) =>
      field(contract, {
        name,
        schema: properties[name],
        required: required.includes(name),
        direction,
        alone: names.length === 1,
      }),
    ),
  );
}

/** One member, parameter or header. */
export function field(
  contract,
  { name, schema, required, description = schema.description, direction = 'sent', alone = false },
) {
  const component = inside(schema);
  const mark = direction === 'sent' ? required && 'required' : !required && 'may be absent';
  return el(
    'li',
    {},
    el(
      'div',
      { class: 'name' },
      el('code', {}, name),
      ' ',
      el('span', { class: 'kind' }, kindOf(schema)),
      ' ',
      mark && el('span', { class: 'mark' }, mark),
    ),
    description && el('div', { class: 'text' }, paragraphs(description)),
    limits(schema),
    schema.properties && fields(contract, schema, direction),
    component &&
      disclosure({ class: 'inner', open: alone }, nameOf(component), () =>
        fields(contract, resolve(contract, component), direction),
      ),
  );
}

function limits(schema) {
  const enumeration = schema.enum ? schema : schema.anyOf?.find((choice) => choice.enum);
  const rules = (schema['x-checks'] ?? []).filter(({ code }) => code !== 'required').map(({ message }) => message);
  const lines = [
    enumeration && !enumeration['x-enum-varnames'] ? `One of ${enumeration.enum.join(', ')}.` : null,
    enumeration?.['x-enum-varnames'] && schema !== enumeration ? enumeration.description : null,
    schema.default !== undefined ? `Default ${schema.default}.` : null,
    schema.minimum !== undefined ? `At least ${schema.minimum}.` : null,
    schema.maxLength && !rules.length ? `At most ${schema.maxLength} characters.` : null,
    rules.length ? `Refused with: ${rules.map((message) => `“${message}”`).join(' ')}` : null,
  ].filter(Boolean);
  return lines.length ? el('div', { class: 'limits' }, lines.join(' ')) : null;
}
