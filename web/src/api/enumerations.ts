/** The contract gives enumerations as bare numbers; these are their names. */
export const moderatorRole = { None: 0, Owner: 1, Manager: 2, Support: 3, Developer: 4, Designer: 5 } as const;

/** Of a catalogue item, by the words it is shown with. */
export const availability = { Available: 0, Unavailable: 1, Deprecated: 2 } as const;

export const userStatus = { Enabled: 0, Disabled: 1 } as const;

export const disableReason = { None: 0, AdminRemoval: 1, UserRequestedDisable: 2 } as const;

export const gender = { None: 0, Male: 1, Female: 2 } as const;

/** Of a project's product, by the words it is shown with. */
export const productStatus = { 'Waiting Confirm': 0, 'In Progress': 1, Delivered: 2 } as const;

/** The name of a value, such as Owner for 1. */
export function nameOf(enumeration: Record<string, number>, value: number): string {
  return Object.keys(enumeration).find((name) => enumeration[name] === value) ?? String(value);
}
