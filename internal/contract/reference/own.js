// The document is the same for everybody. The keys of own are those of this installation, and only people who are signed in
// may see them: the page asks for them in the name of whoever is signed in to the app in this browser.

const sessionKey = 'SessionAuthKey';

/** Gives each own of the document the keys of its list, or says why it has none. */
export async function addOwnKeys(contract) {
  const { fields = [], reason } = await ownFields(contract.servers[0].url);
  for (const { properties } of Object.values(contract.components.schemas)) {
    const own = properties?.own;
    if (!own?.['x-list']) continue;
    const ofList = fields.filter(({ list }) => list === own['x-list']);
    own.properties = Object.fromEntries(ofList.map((field) => [field.key, schemaOf(field)]));
    own.description += `\n\n${reason ?? (ofList.length ? 'The keys of this installation:' : 'This installation has no such fields.')}`;
  }
  // The keys leave the page together with whoever may see them.
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null || (key === sessionKey && (oldValue === null || newValue === null))) location.reload();
  });
}

async function ownFields(api) {
  const token = localStorage.getItem(sessionKey);
  if (!token) return { reason: signIn };
  try {
    const answer = await fetch(`${api}/field?PageSize=200`, { headers: { Authorization: `Bearer ${token}` } });
    if (answer.ok) return { fields: await answer.json() };
    return { reason: answer.status === 401 ? signIn : notLoaded(`status ${answer.status}`) };
  } catch (error) {
    return { reason: notLoaded(error.message) };
  }
}

const signIn = 'Sign in to the app in this browser to see the keys of this installation here.';

function notLoaded(cause) {
  return `The keys of this installation could not be loaded (${cause}).`;
}

const kinds = {
  text: { type: 'string' },
  number: { type: 'number' },
  date: { type: 'string', format: 'date' },
  choice: { type: 'string' },
  yesNo: { type: 'boolean' },
  link: { type: 'string', format: 'uri' },
};

function schemaOf({ kind, label, options, isRequired, isConfidential }) {
  const rules = [isRequired && 'Every new record needs it.', isConfidential && 'Only for those who may see cost.'];
  return {
    ...kinds[kind],
    ...(options.length > 0 && { enum: options }),
    description: [`“${label}”.`, ...rules.filter(Boolean)].join(' '),
  };
}
