import { useEffect, useState } from 'react';
import { api } from '@/api/client';

/** Whether nobody can sign in yet, because the first administrator is still to be made. Not known at first. */
export function useNeedsSetup(): boolean | undefined {
  const [isNeeded, setNeeded] = useState<boolean>();
  useEffect(() => {
    const left = new AbortController();
    api.get('/setup', { signal: left.signal }).then(
      ({ needed }) => setNeeded(needed),
      // Signing in tells of a server that does not answer.
      () => undefined,
    );
    return () => left.abort();
  }, []);
  return isNeeded;
}
