import { readStored, writeStored } from '@/shared/storage';

export const tokenKey = 'SessionAuthKey';

/** How long before its expiry a token is exchanged for a new one. */
const refreshMargin = 60_000;

interface Claims {
  sub: string;
  /** Seconds since 1970, as JWTs have it. */
  exp: number;
  iat: number;
}

export function readToken(): string | null {
  return readStored('localStorage', tokenKey);
}

export function writeToken(token: string | null): void {
  writeStored('localStorage', tokenKey, token);
}

export function claimsOf(token: string): Claims | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as Claims;
  } catch {
    return null;
  }
}

/**
 * When a token received just now is to be refreshed. The life is taken from the
 * token alone, because this computer's clock may be wrong. A token that lives
 * shorter than the margin is refreshed at half its life.
 */
export function refreshDelay({ iat, exp }: Claims): number {
  const life = (exp - iat) * 1000;
  const delay = life > refreshMargin ? life - refreshMargin : life / 2;
  return Math.max(delay, 1000);
}
