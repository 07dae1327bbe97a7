import { useState } from 'react';

/** What is stored now, as far as the form knows: a refusal to save may bring a newer edition than the page holds. */
export function useNewest<T extends { version: number }>(shown: T) {
  const [refusedBy, setRefusedBy] = useState(shown);
  return [refusedBy.version > shown.version ? refusedBy : shown, setRefusedBy] as const;
}
