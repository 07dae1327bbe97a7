import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet, useMatch } from 'react-router';
import { messages } from '@/app/messages';
import { createQueryClient } from '@/app/queryClient';
import { paths } from '@/paths';
import { lazyPart } from '@/shared/loading/lazyPart';
import { common } from '@/shared/messages';
import { Logo } from '@/shared/ui/page/Logo';
import styles from './signIn.module.css';

export { LoginForm } from '@/features/account/signIn/SignInForms';

const OtherLanguages = lazyPart(() => import('@/features/account/signIn/OtherLanguages'), {
  isLater: true,
  failed: '',
});

/** The split screen around the pages for those who are not signed in. */
export function AuthLayout() {
  const [client] = useState(createQueryClient);
  const isNew = useMatch(paths.setup());
  return (
    <div className={styles.layout}>
      <header className={styles.hero}>
        <HeroPattern className={styles.pattern} />
        <p className={styles.brand}>
          <Logo />
          {common.appName}
        </p>
        <div className={styles.greeting}>
          <p className={styles.welcome}>{isNew ? messages.welcome : messages.welcomeBack}</p>
          <p className={styles.claim}>{messages.claim}</p>
        </div>
      </header>
      <main className={styles.main}>
        <div className={styles.content}>
          <QueryClientProvider client={client}>
            <Outlet />
          </QueryClientProvider>
        </div>
        <OtherLanguages />
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
      const isTurned = seed % 5 < 2;
      path += `M${column * tile + 40} ${row * tile}a40 40 0 0 ${
        isTurned ? '1-40 40m80 0a40 40 0 0 0-40 40' : '0 40 40m-80 0a40 40 0 0 1 40 40'
      }`;
    }
  }
  return path;
}

const tracks = drawTracks();

/** Where tracks meet the edges of tiles: the things that are being followed. A line without a length is a dot. */
const stations = 'M200 240h0M400 360h0M600 160h0M240 600h0M520 560h0M720 440h0M360 800h0M640 760h0';

function HeroPattern({ className }: { className: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${columns * tile} ${rows * tile}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      aria-hidden
    >
      <path d={tracks} strokeWidth={1.5} strokeOpacity={0.22} />
      <path d={stations} strokeWidth={22} strokeOpacity={0.16} />
      <path d={stations} strokeWidth={8} strokeOpacity={0.75} />
    </svg>
  );
}
