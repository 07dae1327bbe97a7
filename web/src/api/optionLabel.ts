const optionLabels: Record<string, string> = {
  available: 'Available',
  temporarilyUnavailable: 'Unavailable',
  deprecated: 'Deprecated',
  WaitingConfirm: 'Waiting Confirm',
  InProgress: 'In Progress',
  AdminRemoval: 'Removed by an administrator',
  UserRequestedDisable: 'Requested by the user',
};

/** How a key is shown, in an option or elsewhere; most keys are words already. */
export function optionLabel(key: string): string {
  return optionLabels[key] ?? key;
}
