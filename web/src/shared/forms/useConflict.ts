import { useState } from 'react';
import { ApiError } from '@/api/errors';
import type { FormValues } from './values';

/** A version of what is being edited, with the values of it that the form shows. */
export interface Edition {
  version: number | undefined;
  values: FormValues;
}

export interface Conflict extends Edition {
  changedBy?: string | undefined;
  changedAt?: string | undefined;
}

/**
 * Notices that someone else changed what a form edits: by a newer edition that a refetch brings while the user is
 * typing, or by the server's refusal to save. A draft goes on with the edition it was begun on.
 */
export function useConflict(latest: Edition, initial = latest) {
  const [began, setBegan] = useState(initial);
  const [refused, setRefused] = useState<Conflict>();
  const isNewer = (latest.version ?? 0) > (began.version ?? 0);
  const differs = Object.entries(latest.values).some(([name, value]) => value !== began.values[name]);
  const changed: Conflict | undefined = isNewer && differs ? latest : undefined;

  return {
    /** What the user began with, or last agreed to. */
    began,
    /** To be saved over. A newer edition that is the same to this form is none to ask about. */
    version: isNewer && !differs ? latest.version : began.version,
    conflict: refused ?? changed,
    isRefused: refused !== undefined,
    refuse: setRefused,
    accept(edition: Edition) {
      setBegan(edition);
      setRefused(undefined);
    },
  };
}

/** The conflict that a refused save (409) tells of; valuesOf picks the form's values from the stored record. */
export function readConflict(error: unknown, valuesOf: (current: unknown) => FormValues): Conflict | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { current, changedBy, changedAt } = error.problem;
  const { version } = (current ?? {}) as { version?: number };
  return { version, values: valuesOf(current), changedBy, changedAt };
}
