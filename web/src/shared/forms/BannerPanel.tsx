import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cx } from '@/shared/ui/cx';
import styles from './Form.module.css';
import type { Banner } from './serverErrors';

interface BannerPanelProps {
  banner: Banner;
  /** Not where the refusal leads to a field: the field is to be in view. */
  comesIntoView: boolean;
}

/** The form-level error panel: a message, then validation and context lines. */
export function BannerPanel({ banner, comesIntoView }: BannerPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const Icon = banner.tone === 'bad' ? CircleAlert : TriangleAlert;

  // Each submission takes the old panel away first, so that every new one comes into view.
  useEffect(() => {
    if (comesIntoView) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [comesIntoView]);

  return (
    <div ref={panel} className={cx(styles.banner, styles[banner.tone])} role="alert">
      <Icon size={16} aria-hidden />
      <div>
        <p className={styles.bannerMessage}>{banner.message}</p>
        {banner.lines.length > 0 && (
          <ul className={styles.bannerLines}>
            {banner.lines.map(({ label, text }, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same, and none ever moves
              <li key={line}>{label ? `${label}: ${text}` : text}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
