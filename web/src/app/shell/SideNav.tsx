import { Bell, LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { paths } from '@/paths';
import { roleOf } from '@/session/roleOf';
import { useAccount } from '@/session/useAccount';
import { Avatar } from '@/shared/ui/Avatar';
import { cx } from '@/shared/ui/cx';
import { Logo } from '@/shared/ui/Logo';
import { destinationsOf } from './destinations';
import { NavItem } from './NavItem';
import { NotificationDot } from './NotificationDot';
import { SearchButton } from './SearchButton';
import styles from './SideNav.module.css';
import { ThemeSwitch } from './ThemeSwitch';

interface SideNavProps {
  collapsed: boolean;
  /** Not given where the navigation can't be collapsed. */
  onToggle?: () => void;
  /** Not given where the palette has a button elsewhere. */
  onSearch?: () => void;
}

export function SideNav({ collapsed, onToggle, onSearch }: SideNavProps) {
  const account = useAccount();
  const toggleLabel = collapsed ? 'Expand navigation' : 'Collapse navigation';
  const ToggleIcon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav className={cx(styles.nav, collapsed && styles.collapsed)} aria-label="Main">
      <Link to={paths.app.dashboard()} className={styles.brand} aria-label="btracker">
        <Logo size={28} />
        <span className={styles.text}>btracker</span>
      </Link>
      {onSearch && <SearchButton collapsed={collapsed} onClick={onSearch} />}
      <ul className={styles.list}>
        {destinationsOf(account).map(({ to, label, Icon }) => (
          <NavItem key={to} label={label} collapsed={collapsed}>
            <NavLink to={to} className={cx(styles.item)}>
              <Icon aria-hidden />
              <span className={styles.text}>{label}</span>
            </NavLink>
          </NavItem>
        ))}
        <NavItem label="Notifications" collapsed={collapsed}>
          <NavLink to={paths.app.notifications()} className={cx(styles.item)}>
            <Bell aria-hidden />
            <span className={styles.text}>Notifications</span>
            <NotificationDot />
          </NavLink>
        </NavItem>
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
        <ThemeSwitch collapsed={collapsed} />
        <NavItem label="Sign Out" collapsed={collapsed}>
          <Link to={paths.app.logout()} className={styles.item}>
            <LogOut aria-hidden />
            <span className={styles.text}>Sign Out</span>
          </Link>
        </NavItem>
        <AccountLink collapsed={collapsed} />
      </ul>
    </nav>
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
