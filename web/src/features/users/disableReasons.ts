import { disableReason, nameOf } from '@/api/enumerations';

/** The reasons for taking access away, by their keys in the contract, as they are shown. */
export const reasonLabels = {
  AdminRemoval: 'Removed by an administrator',
  UserRequestedDisable: 'Requested by the user',
} as const;

/** None is no reason: the server asks for one. */
export const offeredReasons = [disableReason.AdminRemoval, disableReason.UserRequestedDisable];

export function reasonInWords(reason: number): string {
  const key = nameOf(disableReason, reason);
  return reasonLabels[key as keyof typeof reasonLabels] ?? key;
}
