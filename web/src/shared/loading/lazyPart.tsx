import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { common } from '@/shared/messages';
import { ErrorState } from '@/shared/ui/states/ErrorState';
import { failedComponent, loadWithTimeout, reloadWhenReachable } from './loadWithTimeout';
import { useIdle } from './timing';

interface LazyPartOptions<P> {
  /** Whether it is loaded only once the page is painted and idle. */
  isLater?: boolean;
  /** Stands there until the part has arrived. */
  placeholder?: ComponentType<P>;
  /** Stands there when it does not arrive: an offer to try again, unless told otherwise. */
  failed?: ReactNode;
}

/**
 * A part of a page that comes in a file of its own when it is first shown. What React's `lazy` would throw, and so take
 * the page around it away, is told in the part's own place. Offline it waits for the network: browsers remember that a
 * script could not be fetched, and many never ask for it again before a reload.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { isLater = false, placeholder: Placeholder, failed }: LazyPartOptions<P> = {},
): ComponentType<P> {
  let Arrived: ComponentType<P> | undefined;

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, outside of components, as `lazy` is
  return function LazyPart(props: P) {
    const isIdle = useIdle();
    const isDue = isIdle || !isLater;
    const [state, setState] = useState<'awaited' | 'here' | 'failed'>(Arrived ? 'here' : 'awaited');

    useEffect(() => {
      // Asked for by another, it may have come since this was drawn.
      if (Arrived) return setState('here');
      if (!isDue) return;
      let isLeft = false;
      const settle = (outcome: 'here' | 'failed') => {
        // In slices: a page may hold the part many times, as a menu in each row.
        if (!isLeft) startTransition(() => setState(outcome));
      };
      const attempt = () =>
        void loadWithTimeout(load).then(
          (module) => {
            Arrived = module.default;
            settle('here');
          },
          () => settle('failed'),
        );
      window.addEventListener('online', attempt);
      if (navigator.onLine) attempt();
      return () => {
        isLeft = true;
        window.removeEventListener('online', attempt);
      };
    }, [isDue]);

    /** The very script again where the browser asks for it again, else the whole page. */
    async function retry() {
      try {
        Arrived = (await loadWithTimeout(load)).default;
        setState('here');
      } catch {
        await reloadWhenReachable();
      }
    }

    if (Arrived && state === 'here') return <Arrived {...props} />;
    if (state === 'awaited') return Placeholder && <Placeholder {...props} />;
    return failed ?? <PartFailed onRetry={retry} />;
  };
}

function PartFailed({ onRetry }: { onRetry: () => Promise<void> }) {
  const [isTrying, setTrying] = useState(false);
  return (
    <ErrorState
      message={failedComponent}
      label={common.tryAgain}
      busy={isTrying}
      onRefresh={() => {
        setTrying(true);
        void onRetry().finally(() => setTrying(false));
      }}
    />
  );
}
