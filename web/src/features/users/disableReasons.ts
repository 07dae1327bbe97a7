import { disableReason, nameOf } from '@/api/enumerations';
import { optionLabel } from '@/api/rules';

/** None is no reason: the server asks for one. */
export const offeredReasons = [disableReason.AdminRemoval, disableReason.UserRequestedDisable];

export function reasonInWords(reason: number): string {
  return optionLabel(nameOf(disableReason, reason));
}
