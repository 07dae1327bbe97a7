import { formatDay, formatExact, formatRelative } from '@/shared/format/date';
import { useMinute } from '@/shared/timing';
import { Tooltip } from './Tooltip';

/** A day, with the exact instant on hover. */
export function DateText({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatDay(at)}
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
