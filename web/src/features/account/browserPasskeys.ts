import { type AnswerOf, api } from '@/api/client';
import { notify } from '@/shared/toast';
import { messages } from './signIn/secondStepMessages';

type Options = AnswerOf<'/account/login/passkey/options', 'post'>;

/** Has the browser make a passkey; undefined when that came to nothing. */
export function makePasskey({ publicKey }: Options): Promise<Record<string, unknown> | undefined> {
  const options = publicKey as unknown as PublicKeyCredentialCreationOptionsJSON;
  return answered(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}

/** Asks for a passkey to sign in with, that of a ticket in the second step; undefined when that came to nothing. */
export async function askPasskey(ticket?: string): Promise<Record<string, unknown> | undefined> {
  const { publicKey } = await api.post('/account/login/passkey/options', { body: { ticket: ticket ?? null } });
  const options = publicKey as unknown as PublicKeyCredentialRequestOptionsJSON;
  return answered(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
}

/** Browsers do not say whether somebody canceled or has no passkey: that would tell too much. */
async function answered(ask: () => Promise<Credential | null>): Promise<Record<string, unknown> | undefined> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? { ...credential.toJSON() } : undefined;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    const isKnown = error.name === 'InvalidStateError';
    notify.info(isKnown ? messages.passkeyKnown : messages.passkeyNotUsed);
    return undefined;
  }
}
