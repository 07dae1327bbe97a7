import type { Api } from './api';
import { unique } from './test';
import { someAddress } from './users';

// Where one of them ran, the page would carry the mark; a blocked attempt would be an error in the console, which fails
// the test as well: text must never even try.
const scripts = [
  '<img src=x onerror="document.title=`taken`">',
  '"><script>document.title=`taken`</script>',
  "javascript:document.title='taken'",
  '{{constructor.constructor("alert(1)")()}}',
];

/** What only one of the scripts would leave on a page. */
export const planted = 'img[onerror], [onclick], main script, a[href^="javascript:"]';

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  maxLength?: number;
  'x-checks'?: { code: string }[];
}

interface Operation {
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
}

interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Fills every text that the contract lets people write with script, and tells which calls it has not been used for. */
async function writer(api: Api) {
  const { paths, components } = await api.call<Contract>('GET', 'openapi.json');
  const schemaOf = (path: string, method: string) =>
    paths[path]?.[method]?.requestBody?.content['application/json']?.schema;
  let turn = 0;
  const script = (length: number) =>
    length < 60 ? '<b onclick=x>' : unique(scripts[turn++ % scripts.length] as string).slice(0, length);

  const texts = (schema: Schema): Record<string, unknown> => {
    if (schema.$ref) return texts(components.schemas[schema.$ref.split('/').at(-1) as string] as Schema);
    if (schema.anyOf) return Object.assign({}, ...schema.anyOf.map(texts));
    const found: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      // What is neither an address, a number nor a choice is any text without control characters.
      const free = property['x-checks']?.some(({ code }) => code === 'control');
      const value = free ? script(property.maxLength ?? 256) : texts(property);
      if (free || Object.keys(value).length > 0) found[name] = value;
    }
    return found;
  };

  const unused = new Set<string>();
  for (const [path, methods] of Object.entries(paths)) {
    const method = methods.post ? 'post' : 'put'; // a PUT beside a POST writes the same texts again
    const schema = schemaOf(path, method);
    // A browser makes a passkey before it is named (passkeys.spec.ts), and the first administrator is there (setup.spec.ts).
    const isElsewhere = ['/account/passkey', '/setup'].includes(path) || path.endsWith('/restore');
    if (schema && !isElsewhere && Object.keys(texts(schema)).length > 0) unused.add(path);
  }
  return {
    unused,
    write: async <T>(method: 'POST' | 'PUT', path: string, body: object) => {
      const schema = schemaOf(`/${path}`, method.toLowerCase()) as Schema;
      unused.delete(`/${path}`);
      const sent = { ...texts(schema), ...body };
      return { ...sent, ...(await api.call<T & object>(method, path, sent)) } as T & Record<string, string>;
    },
  };
}

/** One of everything, and the caller's own profile, in the words of people who mean harm. */
export async function hostileWorld(api: Api) {
  const { write, unused } = await writer(api);
  type Made = { id: string; name: string; details: string };
  const company = await write<Made>('POST', 'company', {});
  await write('PUT', 'company/address', { id: company.id });
  const project = await write<Made>('POST', 'project', { companyId: company.id });
  const note = await write<{ text: string }>('POST', 'note', { entity: 'company', entityId: company.id });
  const file = await api.upload('company', company.id, `${unique('')}<img src=x onerror=alert(1)>.txt`, '<script>');
  const document = await write<Made>('PUT', 'document', { id: file.id, name: file.name });
  const key = unique('own').replace(' ', '');
  const own = await write<{ id: string; label: string }>('POST', 'field', { list: 'company', key, kind: 'text' });
  const item = async (kind: 'product' | 'subscription', more: object) => {
    const { name } = await write<Made>('POST', `${kind}/categories`, {});
    return { category: name, ...(await write<Made>('POST', kind, { categoryName: name, status: 0, ...more })) };
  };
  const product = await item('product', {});
  const subscription = await item('subscription', { cost: 5 });
  const money = { projectId: project.id, price: 10 };
  const prd = await write<Made>('POST', 'project/product', { ...money, productId: product.id, cost: 5, status: 1 });
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
  const term = { ...money, subscriptionId: subscription.id, startAt: day(-1), endAt: day(5), autoRenew: false };
  const sub = await write<Made>('POST', 'project/subscription', term);
  await write('PUT', 'project/subscription/cancel', { id: sub.id });
  const other = await write<Made>('POST', 'project/subscription', term);
  const many = { list: 'projectSubscription', ids: [other.id], query: null, preview: false };
  await write('POST', 'bulk', { ...many, action: 'cancel', params: { reason: other.details } });
  const email = someAddress();
  const user = await write<{ displayName: string }>('POST', 'UserManagement', { email, gender: 0 });
  await write('PUT', 'UserManagement/address', { email });
  for (const [kind, { id }] of Object.entries({ company, project })) {
    await write('POST', `${kind}/moderator`, { id, userEmail: email, role: 0 });
  }
  await write('POST', 'UserManagement/admin', { email: someAddress(), gender: 0, password: 'Analytic-Engine-1' });
  const self = await write<{ displayName: string }>('PUT', 'account/profile', { gender: 0 });
  await write('PUT', 'account/profile/address', {});
  await write('POST', 'account/key', { scope: 'read', companyId: null, expiresAt: null });
  await write('POST', 'webhook', {
    url: 'https://example.com/?q=javascript:alert(1)',
    events: ['company.*'],
    isEnabled: false,
  });
  await write('POST', 'channel', {
    kind: 'slack',
    url: 'https://example.com/?q=javascript:alert(1)',
    companyId: null,
    events: ['ended'],
    when: 'each',
    isEnabled: false,
  });
  await write('POST', 'view', { list: 'company' });
  const plan = await write<Made>('POST', 'plan', { until: day(90).slice(0, 7), changes: [], isShared: false });
  await api.call('PUT', 'groupRole', [{ group: other.details, companyId: company.id, role: 0 }]);
  await write('POST', 'clientError', {});
  return {
    company,
    note,
    document,
    own,
    project,
    product,
    subscription,
    prd,
    sub,
    plan,
    user: { ...user, email },
    self,
    unused,
  };
}
