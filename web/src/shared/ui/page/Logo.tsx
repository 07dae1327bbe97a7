/** The mark: a b whose bowl is a line that rises. Decoration: the product's name stands beside it. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="oklch(0.42 0.19 273)" />
      <g strokeLinecap="round" strokeLinejoin="round">
        <path d="M9 7v18h8a6.5 6.5 0 0 0 6.3-5" stroke="oklch(1 0 0)" strokeWidth="3.5" />
        <path d="m14.5 18.5 3.5-3.5 3 2.5 4-5" stroke="oklch(0.78 0.12 278)" strokeWidth="3" />
      </g>
    </svg>
  );
}
