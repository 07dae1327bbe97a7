import { useQuery } from '@tanstack/react-query';
import { Bell, BookOpen, LogOut, Monitor, Moon, PanelLeftClose, PanelLeftOpen, Search, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { modKey } from '@/app/commands/modKey';
import { guideAddress } from '@/base';
import { newNotificationCountQuery } from '@/features/notifications/queries';
import { paths } from '@/paths';
import type { Kind } from '@/records';
import { roleOf } from '@/session/roleOf';
import { useAccount } from '@/session/useAccount';
import { common } from '@/shared/messages';
import { type Theme, useTheme } from '@/shared/theme';
import { cx } from '@/shared/ui/cx';
import { Tooltip } from '@/shared/ui/overlays/Tooltip';
import { Logo } from '@/shared/ui/page/Logo';
import { Avatar } from '@/shared/ui/records/Avatar';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import { addressOfView, isShown, viewsOf, viewsQuery } from '@/views/views';
import { destinations, destinationsOf, furtherDestinations } from './destinations';
import { messages } from './messages';
import styles from './SideNav.module.css';

interface SideNavProps {
  collapsed: boolean;
  /** Not given where the navigation can't be collapsed. */
  onToggle?: () => void;
  /** Not given where the palette has a button elsewhere. */
  onSearch?: () => void;
}

export function SideNav({ collapsed, onToggle, onSearch }: SideNavProps) {
  const account = useAccount();
  const toggleLabel = collapsed ? messages.expandNavigation : messages.collapseNavigation;
  const ToggleIcon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav className={cx(styles.nav, collapsed && styles.collapsed)} aria-label={messages.main}>
      <Link to={paths.app.dashboard()} className={styles.brand} aria-label={common.appName}>
        <Logo size={28} />
        <span className={styles.text}>{common.appName}</span>
      </Link>
      {onSearch && <SearchButton collapsed={collapsed} onClick={onSearch} />}
      <ul className={styles.list}>
        {destinationsOf(account, destinations).map(({ to, label, Icon, list }) => (
          <NavItem key={to} label={label} collapsed={collapsed}>
            <NavLink to={to} className={cx(styles.item)}>
              <Icon aria-hidden />
              <span className={styles.text}>{label}</span>
            </NavLink>
            {list && <NavViews list={list} label={label} collapsed={collapsed} />}
          </NavItem>
        ))}
        <NavItem label={messages.notifications} collapsed={collapsed}>
          <NavLink to={paths.app.notifications()} className={cx(styles.item)}>
            <Bell aria-hidden />
            <span className={styles.text}>{messages.notifications}</span>
            <NotificationDot />
          </NavLink>
        </NavItem>
      </ul>
      <ul className={cx(styles.list, styles.further)}>
        {destinationsOf(account, Object.values(furtherDestinations)).map(({ to, label, Icon, list }) => (
          <NavItem key={to} label={label} collapsed={collapsed}>
            <NavLink to={to} className={cx(styles.item)}>
              <Icon aria-hidden />
              <span className={styles.text}>{label}</span>
            </NavLink>
            {list && <NavViews list={list} label={label} collapsed={collapsed} />}
          </NavItem>
        ))}
      </ul>
      <ul className={cx(styles.list, styles.foot)}>
        {onToggle && (
          <NavItem label={toggleLabel} collapsed={collapsed}>
            <button type="button" className={styles.item} aria-expanded={!collapsed} onClick={onToggle}>
              <ToggleIcon aria-hidden />
              <span className={styles.text}>{toggleLabel}</span>
            </button>
          </NavItem>
        )}
        <NavItem label={common.guide} collapsed={collapsed}>
          <a href={guideAddress} target="_blank" rel="noreferrer" className={styles.item}>
            <BookOpen aria-hidden />
            <span className={styles.text}>{common.guide}</span>
          </a>
        </NavItem>
        <ThemeSwitch collapsed={collapsed} />
        <NavItem label={messages.signOut} collapsed={collapsed}>
          <Link to={paths.app.logout()} className={styles.item}>
            <LogOut aria-hidden />
            <span className={styles.text}>{messages.signOut}</span>
          </Link>
        </NavItem>
        <AccountLink collapsed={collapsed} />
      </ul>
    </nav>
  );
}

/** The saved views of a list, below its entry. */
function NavViews({ list, label, collapsed }: { list: Kind; label: string; collapsed: boolean }) {
  const { data } = useQuery(viewsQuery);
  const location = useLocation();
  const views = viewsOf(data, list);
  if (views.length === 0 || collapsed) return null;
  return (
    <ul className={styles.views} aria-label={messages.viewsOf(label)}>
      {views.map((view) => (
        <li key={view.id}>
          <Link
            to={addressOfView(view)}
            className={cx(styles.item, styles.view)}
            aria-current={isShown(view, location) ? 'true' : undefined}
            title={view.name}
          >
            <span className={styles.text} dir="auto">
              {view.name}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function AccountLink({ collapsed }: { collapsed: boolean }) {
  const account = useAccount();
  const { displayName, photoUrl } = account;
  return (
    <NavItem label={displayName} collapsed={collapsed}>
      <NavLink to={paths.app.account()} className={cx(styles.item, styles.account)}>
        <Avatar name={displayName} photoUrl={photoUrl} size={32} />
        <span className={styles.text}>
          <span className={styles.name}>{displayName}</span>
          <span className={styles.role}>{roleOf(account)}</span>
        </span>
      </NavLink>
    </NavItem>
  );
}

/** Collapsed, the label is still there for screen readers, and a tooltip for everyone else. */
function NavItem({ label, collapsed, children }: { label: string; collapsed: boolean; children: ReactNode }) {
  return (
    <li>
      <Tooltip text={label} side="right" off={!collapsed}>
        {children}
      </Tooltip>
    </li>
  );
}

/** Opens the command palette, and tells the key that does. */
function SearchButton({ collapsed, onClick }: { collapsed: boolean; onClick: () => void }) {
  return (
    <Tooltip text={common.search} side="right" off={!collapsed}>
      <button type="button" className={cx(styles.item, styles.search)} aria-haspopup="dialog" onClick={onClick}>
        <Search aria-hidden />
        <span className={styles.text}>{common.search}</span>
        <kbd aria-hidden>{`${modKey} K`}</kbd>
      </button>
    </Tooltip>
  );
}

const themes = {
  system: { Icon: Monitor, next: 'light' },
  light: { Icon: Sun, next: 'dark' },
  dark: { Icon: Moon, next: 'system' },
} as const satisfies Record<Theme, unknown>;

/** Goes round: the system's theme, light, dark. */
function ThemeSwitch({ collapsed }: { collapsed: boolean }) {
  const [theme, setTheme] = useTheme();
  const { Icon, next } = themes[theme];
  const label = messages.themes[theme];
  return (
    <NavItem label={label} collapsed={collapsed}>
      <button
        type="button"
        className={styles.item}
        aria-label={messages.switchTheme(label, messages.themes[next])}
        onClick={() => setTheme(next)}
      >
        <Icon aria-hidden />
        <span className={styles.text}>{label}</span>
      </button>
    </NavItem>
  );
}

/** Shows that there is something new, or that nobody knows; screen readers hear how much. */
export function NotificationDot() {
  const { data: count = 0, isLoadingError } = useQuery(newNotificationCountQuery);
  if (isLoadingError) {
    return (
      <>
        <span className={cx(styles.dot, styles.unknown)} aria-hidden />
        <VisuallyHidden>{messages.newOnesUnknown}</VisuallyHidden>
      </>
    );
  }
  if (count === 0) return null;
  return (
    <>
      <span className={styles.dot} aria-hidden />
      <VisuallyHidden>{messages.newOnes(count)}</VisuallyHidden>
    </>
  );
}
