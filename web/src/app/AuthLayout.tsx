import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { common } from '@/shared/messages';
import { Logo } from '@/shared/ui/Logo';
import styles from './AuthLayout.module.css';
import { HeroPattern } from './HeroPattern';
import { messages } from './messages';
import { createQueryClient } from './queryClient';

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
