import { messages } from './messages';

/** The contract gives enumerations as bare numbers; these are their names. */
export const moderatorRole = { None: 0, Owner: 1, Manager: 2, Support: 3, Developer: 4, Designer: 5 } as const;

/** Of a catalogue item. */
export const availability = { available: 0, temporarilyUnavailable: 1, deprecated: 2 } as const;

export const userStatus = { Enabled: 0, Disabled: 1 } as const;

export const disableReason = { None: 0, AdminRemoval: 1, UserRequestedDisable: 2 } as const;

export const gender = { None: 0, Male: 1, Female: 2 } as const;

/** Of a project's product. */
export const productStatus = { WaitingConfirm: 0, InProgress: 1, Delivered: 2 } as const;

/** The same colour for the same meaning, in badges and charts. */
export const productStatusTone = { 0: 'warn', 1: 'accent', 2: 'good' } as const;

/** One of these. The description of a record refuses others, so that none is without its names (messages.de.ts). */
export type Enumeration =
  | typeof moderatorRole
  | typeof availability
  | typeof userStatus
  | typeof disableReason
  | typeof gender
  | typeof productStatus;

type KeyOf<E> = E extends Enumeration ? keyof E : never;

export type OptionKey = KeyOf<Enumeration>;

/** How a value is shown, such as Owner for 1. */
export function nameOf(enumeration: Record<string, number>, value: number): string {
  return optionLabel(Object.keys(enumeration).find((name) => enumeration[name] === value) ?? String(value));
}

const optionLabels: Record<string, string> = messages.options satisfies {
  [Key in keyof typeof messages.options]: Key extends OptionKey ? string : never;
};

/** How a key is shown, in an option or elsewhere; most keys are words already. */
export function optionLabel(key: string): string {
  return optionLabels[key] ?? key;
}
