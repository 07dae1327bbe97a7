import { code, disclosure, el, json, paragraphs } from './dom.js';
import { field, resolve, schemaView } from './schema.js';

/** One operation, which unfolds to all that the document says of it. */
export function operationView(contract, operation) {
  const { method, path, summary, operationId } = operation;
  const title = el(
    'h3',
    {},
    methodBadge(method),
    el('code', { class: 'path' }, path),
    el('span', { class: 'summary' }, summary),
  );
  return disclosure({ class: 'operation', id: operationId }, title, () => [
    description(operation),
    parameters(contract, operation),
    request(contract, operation),
    el('h4', {}, 'Answers'),
    Object.entries(operation.responses).map(([status, response]) => answer(contract, operation, status, response)),
    el('h4', {}, 'With curl'),
    code(curl(contract, operation), `${operationId} with curl`),
  ]);
}

export function methodBadge(method) {
  return el('span', { class: `method ${method}` }, method.toUpperCase());
}

/** What it does, and apart from it who may call it. */
function description({ description }) {
  const parts = paragraphs(description);
  parts.at(-1).className = 'rights';
  return parts;
}

function parameters(contract, { parameters = [] }) {
  if (!parameters.length) return null;
  const list = parameters.map((parameter) => {
    const { name, in: where, schema, required, description } = resolve(contract, parameter);
    return field(contract, { name, schema, required, description: `${description} (${where})` });
  });
  return [el('h4', {}, 'Parameters'), el('ul', { class: 'fields' }, list)];
}

function request(contract, { requestBody, operationId }) {
  if (!requestBody) return null;
  const [type, media] = Object.entries(requestBody.content)[0];
  const types = Object.keys(requestBody.content).join(', ');
  return [
    el('h4', {}, 'Request ', el('span', { class: 'kind' }, requestBody.required ? types : `${types}, may be left out`)),
    el(
      'div',
      { class: 'pair' },
      el('div', {}, schemaView(contract, media.schema, 'sent')),
      type === 'application/json' ? code(json(media.example), `Example request of ${operationId}`) : null,
    ),
  ];
}

function answer(contract, { operationId }, status, reference) {
  const response = resolve(contract, reference);
  const good = status.startsWith('2');
  const label = [
    el('span', { class: `status ${good ? 'good' : 'bad'}` }, status),
    el('span', {}, response.description),
  ];
  return disclosure({ class: 'answer', open: good }, label, () => [
    el(
      'ul',
      { class: 'fields' },
      Object.entries(response.headers ?? {}).map(([name, header]) => headerField(contract, name, header)),
    ),
    Object.entries(response.content ?? {}).map(([type, media]) =>
      el(
        'div',
        { class: 'pair' },
        el('div', {}, el('p', { class: 'kind' }, type), schemaView(contract, media.schema, 'answered')),
        el(
          'div',
          {},
          examples(media).map(([name, value]) => code(value, `Example ${name} of ${operationId}, ${status}`)),
        ),
      ),
    ),
  ]);
}

function headerField(contract, name, reference) {
  const header = resolve(contract, reference);
  const schema = header.schema ?? header.content['application/json'].schema;
  return field(contract, {
    name,
    schema,
    required: header.required,
    description: `${header.description} (header)`,
    direction: 'answered',
  });
}

function examples({ example, examples = {} }) {
  if (example !== undefined) return [['answer', typeof example === 'string' ? example : json(example)]];
  return Object.entries(examples).map(([name, { value }]) => [name, json(value)]);
}

/** The call as somebody would type it. */
function curl(contract, { method, path, parameters = [], requestBody, security }) {
  const values = Object.fromEntries(
    parameters
      .map((p) => resolve(contract, p))
      .filter((p) => p.in === 'path')
      .map((p) => [p.name, p.example]),
  );
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));
  const lines = [`curl -X ${method.toUpperCase()} ${location.origin}${contract.servers[0].url}${address}`];
  if (security?.length !== 0) lines.push('-H "Authorization: Bearer $TOKEN"');
  const body = requestBody?.content['application/json'];
  if (body)
    lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body.example).replaceAll("'", "'\\''")}'`);
  else if (requestBody) lines.push("-H 'Content-Type: image/png'", '--data-binary @photo.png');
  return lines.join(' \\\n  ');
}
