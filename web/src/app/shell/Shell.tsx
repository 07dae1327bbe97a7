import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation, useNavigationType } from 'react-router';
import { paths } from '@/paths';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { IconButton } from '@/shared/ui/IconButton';
import { Logo } from '@/shared/ui/Logo';
import { Drawer } from './Drawer';
import styles from './Shell.module.css';
import { SideNav } from './SideNav';
import { useCollapsed } from './useCollapsed';

/** What surrounds every page of the app area: the side navigation, on a phone a drawer behind a top bar. */
export function Component() {
  const [collapsed, setCollapsed] = useCollapsed();
  const main = useMainFocus();
  const { key, pathname } = useLocation();
  const [drawer, setDrawer] = useState<string>();

  return (
    <div className={styles.shell} data-collapsed={collapsed}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.topbar}>
        <IconButton label="Open navigation" icon={<MenuIcon />} aria-haspopup="dialog" onClick={() => setDrawer(key)} />
        <Link to={paths.app.dashboard()} className={styles.brand}>
          <Logo size={28} />
          btracker
        </Link>
      </header>
      <aside className={styles.side}>
        <SideNav collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
      </aside>
      {/* A drawer belongs to the page it was opened on: following one of its links closes it. */}
      {drawer === key && <Drawer onClose={() => setDrawer(undefined)} />}
      <main ref={main} id="content" tabIndex={-1} className={styles.main}>
        <div className={styles.page}>
          <ComponentBoundary key={pathname}>
            <Outlet />
          </ComponentBoundary>
        </div>
      </main>
    </div>
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
