import { formatDay, formatExact, formatExactDay, formatInstantDay, formatRelative } from '@/shared/format/date';
import { useMinute } from '@/shared/loading/timing';
import { Tooltip } from '@/shared/ui/overlays/Tooltip';

/** A day, such as the last one of a term, with its exact end on hover. */
export function DateText({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactDay(at)}>
      {formatDay(at)}
    </time>
  );
}

/** The day of an instant, with the time on hover. */
export function InstantText({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatInstantDay(at)}
    </time>
  );
}

/** How long ago, with the exact instant on hover and, as nothing else tells it, on focus. */
export function RelativeTime({ at }: { at: string }) {
  useMinute();
  const exact = formatExact(at);
  return (
    <Tooltip text={exact}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has no other way to the tooltip */}
      <time dateTime={at} tabIndex={0} aria-description={exact}>
        {formatRelative(at)}
      </time>
    </Tooltip>
  );
}
