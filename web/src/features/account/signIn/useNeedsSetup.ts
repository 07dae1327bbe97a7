import { useEffect, useState } from 'react';
import { api } from '@/api/client';

/**
 * Whether nobody can sign in yet, because the first administrator is still to be made. Not known at first; a server that
 * does not answer leaves it at what is assumed.
 */
export function useNeedsSetup(assumed: boolean): boolean | undefined {
  const [isNeeded, setNeeded] = useState<boolean>();
  useEffect(() => {
    const left = new AbortController();
    api.get('/setup', { signal: left.signal }).then(
      ({ needed }) => setNeeded(needed),
      () => setNeeded(assumed),
    );
    return () => left.abort();
  }, [assumed]);
  return isNeeded;
}
