/**
 * Up to how many pixels a screen is a phone, a tablet (the navigation is behind a button), a small desktop (columns
 * stand one below the other), or a laptop (wide tables have no room for each column). Styles say `@media (--phone)` and `@media (--above-phone)`; scripts/breakpoints.ts writes
 * the widths.
 */
export const breakpoints = { phone: 640, tablet: 899, desktop: 1279, laptop: 1439 } as const;
