/** Goes with a navigation that the program begins, as its state: something is done, or has failed. */
interface LeadingOn {
  leadsOn: 'done' | 'failed';
}

export const afterDone: LeadingOn = { leadsOn: 'done' };
export const afterFailure: LeadingOn = { leadsOn: 'failed' };

/** Why the program itself leads to a place; undefined where the user goes there. */
export function reasonOf(state: unknown): LeadingOn['leadsOn'] | undefined {
  return (state as LeadingOn | null)?.leadsOn;
}
