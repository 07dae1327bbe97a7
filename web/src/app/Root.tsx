import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation, useNavigationType } from 'react-router';
import { loadWithTimeout } from '@/shared/loadWithTimeout';
import { useIdle } from '@/shared/timing';
import { useToasts } from '@/shared/toast';
import { messages } from './messages';
import { OfflineBoundary } from './OfflineBoundary';
import styles from './Root.module.css';

/** What surrounds every page, inside and outside the app area. */
export function Root() {
  useScrollToTop();
  return (
    <>
      <NavigationProgress />
      <OfflineBoundary>
        <Outlet />
      </OfflineBoundary>
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
