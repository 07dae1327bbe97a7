import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { Bell, CloudAlert, Menu as MenuIcon, Search, X } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Link, Outlet, useLocation, useNavigationType } from 'react-router';
import { ApiError } from '@/api/errors';
import { paths } from '@/paths';
import { lazyPart } from '@/shared/loading/lazyPart';
import { isUpdateFailure } from '@/shared/loading/readFailure';
import { useIdle } from '@/shared/loading/timing';
import { common } from '@/shared/messages';
import { readStored, writeStored } from '@/shared/storage/storage';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton, IconLink } from '@/shared/ui/buttons/IconButton';
import { Modal, topDialog } from '@/shared/ui/overlays/Modal';
import { Logo } from '@/shared/ui/page/Logo';
import { ComponentBoundary } from '@/shared/ui/states/ComponentBoundary';
import { messages } from './messages';
import styles from './Shell.module.css';
import { NotificationDot, SideNav } from './SideNav';

/** What surrounds every page of the app area: the side navigation, on a phone a drawer behind a top bar. */
export function Shell() {
  const [collapsed, setCollapsed] = useCollapsed();
  const main = useMainFocus();
  const { key, pathname } = useLocation();
  const [drawer, setDrawer] = useState<string>();
  const [palette, setPalette] = useState(false);
  const openPalette = () => setPalette(true);

  return (
    <div className={styles.shell} data-collapsed={collapsed}>
      <a className={styles.skip} href="#content">
        {messages.skipToContent}
      </a>
      <header className={styles.topbar} data-keep-clear>
        <IconButton
          label={messages.openNavigation}
          icon={<MenuIcon />}
          aria-haspopup="dialog"
          onClick={() => setDrawer(key)}
        />
        <Link to={paths.app.dashboard()} className={styles.brand}>
          <Logo size={28} />
          {common.appName}
        </Link>
        <IconButton
          className={styles.search}
          label={common.search}
          icon={<Search />}
          aria-haspopup="dialog"
          onClick={openPalette}
        />
        <IconLink to={paths.app.notifications()} label={messages.notifications} icon={<Bell />}>
          <NotificationDot />
        </IconLink>
      </header>
      <aside className={styles.side}>
        <SideNav collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} onSearch={openPalette} />
      </aside>
      {/* A drawer belongs to the page it was opened on: following one of its links closes it. */}
      {drawer === key && <Drawer onClose={() => setDrawer(undefined)} />}
      <main ref={main} id="content" tabIndex={-1} className={styles.main}>
        <div className={styles.page}>
          <UpdateFailures />
          <ComponentBoundary key={pathname}>
            {/* A page may offer the search as well. */}
            <Outlet context={openPalette} />
          </ComponentBoundary>
        </div>
      </main>
      <LaterCommands palette={palette} onPalette={setPalette} />
    </div>
  );
}

/** The side navigation on a narrow screen. */
function Drawer({ onClose }: { onClose: () => void }) {
  return (
    <Modal className={styles.drawer} label={{ text: messages.navigation }} onClose={onClose}>
      <div className={styles.drawerBody}>
        <SideNav collapsed={false} />
        <IconButton className={styles.close} label={messages.closeNavigation} icon={<X />} onClick={onClose} />
      </div>
    </Modal>
  );
}

/** After a navigation the keyboard continues in the new page, not in the link that led to it. */
function useMainFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const type = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (type !== 'POP' && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname, type]);
  return main;
}

const collapsedKey = 'sideNavigation';

/** Whether the side navigation is closed to its icons; remembered on this device. */
function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => readStored('localStorage', collapsedKey) === 'collapsed');
  return [
    collapsed,
    (now) => {
      writeStored('localStorage', collapsedKey, now ? 'collapsed' : 'expanded');
      setCollapsed(now);
    },
  ];
}

const texts = {
  gone: messages.goneMeanwhile,
  old: messages.notUpToDate,
};

/** The line above a page of which something could not be read again, or only a lesser part could not be read. */
function UpdateFailures() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]);
  const state = useSyncExternalStore(subscribe, () => stateOf(cache));
  if (state === undefined) return null;
  return (
    <div className={styles.failures} role="status">
      <CloudAlert size={16} aria-hidden />
      <p>{texts[state]}</p>
      <Button onClick={() => void client.refetchQueries({ type: 'active', predicate: isUpdateFailure })}>
        {common.tryAgain}
      </Button>
    </div>
  );
}

function stateOf(cache: QueryCache): keyof typeof texts | undefined {
  const failed = cache.findAll({ type: 'active', predicate: isUpdateFailure });
  if (failed.length === 0) return undefined;
  const isGone = failed.some(({ meta, state: { error } }) => {
    return meta?.failure === 'page' && error instanceof ApiError && error.status === 404;
  });
  return isGone ? 'gone' : 'old';
}

const CommandLayer = lazyPart(() => import('@/app/commands/CommandLayer'), { failed: <CommandsFailed /> });

interface LaterCommandsProps {
  /** Whether the palette is open. */
  palette: boolean;
  onPalette: (open: boolean) => void;
}

/** Palette and shortcuts come when the page is painted, or at once when they are asked for. */
function LaterCommands({ palette, onPalette }: LaterCommandsProps) {
  const isIdle = useIdle();
  const [isThere, setThere] = useState(false);
  // For good: a palette that was opened and closed before the browser was idle leaves its shortcuts behind.
  if (!isThere && (isIdle || palette)) setThere(true);
  const open = useEffectEvent(() => onPalette(true));

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // A dialog is a question that wants its answer first.
      if (!topDialog()) open();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return isThere && <CommandLayer palette={palette} onPalette={onPalette} />;
}

function CommandsFailed() {
  useEffect(
    () => notify.warning(messages.commandsFailed, { label: common.reload, run: () => window.location.reload() }),
    [],
  );
  return null;
}
