import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation, useNavigationType } from 'react-router';
import { loadChunk } from '@/shared/chunk';
import { useToasts } from '@/shared/toast';
import { useIdle } from '@/shared/useIdle';
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

/** What draws news comes when the page is painted, or with the first of them; should it not arrive, with the next. */
function LaterToasts() {
  const [Toasts, setToasts] = useState<ComponentType>();
  const isWanted = useToasts().length > 0;
  const isIdle = useIdle();
  useEffect(() => {
    if (Toasts || !(isIdle || isWanted)) return;
    loadChunk(() => import('./Toasts')).then(
      (module) => setToasts(() => module.Toasts),
      (error) => console.warn('News can not be shown yet:', error),
    );
  }, [Toasts, isIdle, isWanted]);
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
    <output aria-label="Loading">
      <span className={styles.progress} />
    </output>
  );
}

/** Going back is left to the browser, which knows where the page was. */
function useScrollToTop(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    if (pathname !== last.current && type !== 'POP') window.scrollTo(0, 0);
    last.current = pathname;
  }, [pathname, type]);
}
