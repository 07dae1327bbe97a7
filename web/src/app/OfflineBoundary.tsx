import { WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { notify } from '@/shared/toast';
import { Modal } from '@/shared/ui/Modal';
import { messages } from './messages';
import styles from './OfflineBoundary.module.css';

/** Covers the app, open dialogs included, while there is no network. What the user has typed stays underneath. */
export function OfflineBoundary({ children }: { children: ReactNode }) {
  const online = useOnline();
  useConnectionToasts(online);
  return (
    <>
      {children}
      {!online && <OfflineOverlay />}
    </>
  );
}

function OfflineOverlay() {
  return (
    <Modal
      role="alertdialog"
      className={styles.overlay}
      label={{ id: 'offline-title' }}
      aria-describedby="offline-text"
      onClose={stay}
    >
      <WifiOff aria-hidden size={32} className={styles.icon} />
      <h2 id="offline-title">{messages.offlineTitle}</h2>
      <p id="offline-text">{messages.offlineText}</p>
    </Modal>
  );
}

/** Only the network takes the overlay away. */
function stay(): void {}

function useConnectionToasts(online: boolean): void {
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online === wasOnline.current) return;
    wasOnline.current = online;
    if (online) notify.info(messages.backOnline);
    else notify.warning(messages.offline);
  }, [online]);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser has a network; it does not promise that the server answers. */
function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
