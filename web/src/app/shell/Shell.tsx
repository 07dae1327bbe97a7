import { Bell, Menu as MenuIcon, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation, useNavigationType } from 'react-router';
import { paths } from '@/paths';
import { common } from '@/shared/messages';
import { readStored, writeStored } from '@/shared/storage';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { IconButton, IconLink } from '@/shared/ui/IconButton';
import { Logo } from '@/shared/ui/Logo';
import { Modal } from '@/shared/ui/Modal';
import { LaterCommands } from './LaterCommands';
import { messages } from './messages';
import { NotificationDot } from './NotificationDot';
import styles from './Shell.module.css';
import { SideNav } from './SideNav';
import { UpdateFailures } from './UpdateFailures';

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
            <Outlet />
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
