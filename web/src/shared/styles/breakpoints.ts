/**
 * Up to how many pixels a screen is a phone, a tablet (the navigation is behind a button), or a small desktop (columns
 * stand one below the other). Styles say `@media (--phone)` and `@media (--above-phone)`; scripts/breakpoints.ts writes
 * the widths.
 */
export const breakpoints = { phone: 640, tablet: 899, desktop: 1279 } as const;
