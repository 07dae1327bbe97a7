import { WifiOff } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Outlet, useLocation, useNavigation, useNavigationType } from 'react-router';
import { loadWithTimeout } from '@/shared/loading/loadWithTimeout';
import { useIdle } from '@/shared/loading/timing';
import { notify, useToasts } from '@/shared/toast';
import { messages } from './messages';
import styles from './Root.module.css';

/** What surrounds every page, inside and outside the app area. */
export function Root() {
  useScrollToTop();
  return (
    <>
      <NavigationProgress />
      <OfflineBand />
      <Outlet />
      <LaterToasts />
    </>
  );
}

/** The toasts' code comes after the first paint or with the first toast; if it does not arrive, the next toast asks again. */
function LaterToasts() {
  const [Toasts, setToasts] = useState<ComponentType>();
  const waiting = useToasts();
  const isIdle = useIdle();
  useEffect(() => {
    if (Toasts || !(isIdle || waiting.length > 0)) return;
    loadWithTimeout(() => import('./Toasts')).then(
      (module) => setToasts(() => module.Toasts),
      (error) => console.warn('Toasts could not be loaded:', error),
    );
  }, [Toasts, isIdle, waiting]);
  return Toasts && <Toasts />;
}

/** A thin line at the top, for the moment in which the code of the next page arrives. */
function NavigationProgress() {
  const navigation = useNavigation();
  return navigation.state !== 'idle' && <div className={styles.progress} aria-hidden />;
}

/** While the first page is on its way there is nothing else to show. */
export function FirstLoad() {
  return (
    <output aria-label={messages.loading}>
      <span className={styles.progress} />
    </output>
  );
}

/** Going back is left to the browser, which knows where the page was. Filters replace the address of the page they are on. */
function useScrollToTop(): void {
  const location = useLocation();
  const type = useNavigationType();
  const last = useRef(location.pathname);
  useEffect(() => {
    if (type === 'PUSH' || (type === 'REPLACE' && location.pathname !== last.current)) window.scrollTo(0, 0);
    last.current = location.pathname;
  }, [location, type]);
}

/** Above the page, which stays readable: what is loaded is shown, and what is typed stays. */
function OfflineBand() {
  const online = useOnline();
  useConnectionToasts(online);
  if (online) return null;
  return (
    <div role="alert" className={styles.offline} data-keep-clear>
      <WifiOff aria-hidden size={16} />
      <strong>{messages.offlineTitle}</strong>
      <span>{messages.offlineText}</span>
      <span>{messages.offlineKept}</span>
    </div>
  );
}

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
