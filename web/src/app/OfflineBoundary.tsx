import { WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { notify } from '@/shared/toast';
import styles from './OfflineBoundary.module.css';
import { useOnline } from './useOnline';

/** Covers the app while there is no network. What the user has typed stays underneath, untouched. */
export function OfflineBoundary({ children }: { children: ReactNode }) {
  const online = useOnline();
  useConnectionToasts(online);
  return (
    <>
      <div className={styles.app} inert={!online}>
        {children}
      </div>
      {!online && <OfflineOverlay />}
    </>
  );
}

function OfflineOverlay() {
  const overlay = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    overlay.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    <div
      ref={overlay}
      className={styles.overlay}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="offline-title"
      aria-describedby="offline-text"
      tabIndex={-1}
    >
      <div className={styles.panel}>
        <WifiOff aria-hidden size={32} className={styles.icon} />
        <h2 id="offline-title">You're Offline!</h2>
        <p id="offline-text">Reconnect to the internet to continue using the app.</p>
      </div>
    </div>
  );
}

function useConnectionToasts(online: boolean): void {
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online === wasOnline.current) return;
    wasOnline.current = online;
    if (online) notify.info("You're back online!");
    else notify.warning("You're offline!");
  }, [online]);
}
