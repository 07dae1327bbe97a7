import { type ReactNode, useState } from 'react';
import { cx } from '@/shared/ui/cx';
import styles from './Avatar.module.css';

interface AvatarProps {
  name: string;
  photoUrl: string | null | undefined;
  size?: number;
  /** A company's mark is a square with round corners, a person's a circle. */
  square?: boolean;
  /** Instead of initials, when there is no photo. */
  fallback?: ReactNode;
}

/** A photo, or initials on a quiet ground. Decoration: the name stands beside it. */
export function Avatar({ name, photoUrl, size = 40, square = false, fallback }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const className = cx(styles.avatar, square && styles.square);
  const box = { width: size, height: size };
  if (photoUrl && photoUrl !== brokenUrl) {
    return <img className={className} style={box} src={photoUrl} alt="" onError={() => setBrokenUrl(photoUrl)} />;
  }
  return (
    <span className={className} style={{ ...box, fontSize: size * 0.38 }} aria-hidden>
      {fallback || initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}
