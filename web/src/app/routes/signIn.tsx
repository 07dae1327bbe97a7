import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { messages } from '@/app/messages';
import { createQueryClient } from '@/app/queryClient';
import { common } from '@/shared/messages';
import { Logo } from '@/shared/ui/Logo';
import styles from './signIn.module.css';

export { LoginForm } from '@/features/account/SignInForms';

/** The split screen around the pages for those who are not signed in. */
export function AuthLayout() {
  const [client] = useState(createQueryClient);
  return (
    <div className={styles.layout}>
      <header className={styles.hero}>
        <HeroPattern className={styles.pattern} />
        <p className={styles.brand}>
          <Logo />
          {common.appName}
        </p>
        <div className={styles.greeting}>
          <p className={styles.welcome}>{messages.welcomeBack}</p>
          <p className={styles.claim}>{messages.claim}</p>
        </div>
      </header>
      <main className={styles.main}>
        <div className={styles.content}>
          <QueryClientProvider client={client}>
            <Outlet />
          </QueryClientProvider>
        </div>
      </main>
    </div>
  );
}

const tile = 80;
const columns = 12;
const rows = 14;

/**
 * Quarter circles on a grid, each tile turned one way or the other: they join
 * into long tracks. The turns come from a fixed sequence, so the picture is
 * always the same one.
 */
function drawTracks(): string {
  let path = '';
  let seed = 7;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      seed = (seed * 16807) % 2147483647;
      const x = column * tile;
      const y = row * tile;
      const half = tile / 2;
      path +=
        seed % 5 < 2
          ? `M${x + half} ${y}a${half} ${half} 0 0 1 ${-half} ${half}M${x + tile} ${y + half}a${half} ${half} 0 0 0 ${-half} ${half}`
          : `M${x + half} ${y}a${half} ${half} 0 0 0 ${half} ${half}M${x} ${y + half}a${half} ${half} 0 0 1 ${half} ${half}`;
    }
  }
  return path;
}

const tracks = drawTracks();

/** Where tracks meet the edges of tiles: the things that are being followed. */
const stations = [
  { x: 2.5, y: 3 },
  { x: 5, y: 4.5 },
  { x: 7.5, y: 2 },
  { x: 3, y: 7.5 },
  { x: 6.5, y: 7 },
  { x: 9, y: 5.5 },
  { x: 4.5, y: 10 },
  { x: 8, y: 9.5 },
];

function HeroPattern({ className }: { className: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${columns * tile} ${rows * tile}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
    >
      <path d={tracks} fill="none" stroke="currentColor" strokeWidth={1.5} strokeOpacity={0.22} />
      {stations.map(({ x, y }) => (
        <g key={`${x} ${y}`} fill="currentColor">
          <circle cx={x * tile} cy={y * tile} r={11} fillOpacity={0.16} />
          <circle cx={x * tile} cy={y * tile} r={4} fillOpacity={0.75} />
        </g>
      ))}
    </svg>
  );
}
