import { formatDay, formatExact, formatRelative } from '@/shared/format/date';

/** A day, with the exact instant on hover. */
export function DateText({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatDay(at)}
    </time>
  );
}

/** How long ago, with the exact instant on hover. */
export function RelativeTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatRelative(at)}
    </time>
  );
}
