import { Monitor, Moon, Sun } from 'lucide-react';
import { type Theme, useTheme } from '@/shared/theme';
import { NavItem } from './NavItem';
import styles from './SideNav.module.css';

const themes = {
  system: { label: 'System theme', Icon: Monitor, next: 'light' },
  light: { label: 'Light theme', Icon: Sun, next: 'dark' },
  dark: { label: 'Dark theme', Icon: Moon, next: 'system' },
} as const satisfies Record<Theme, unknown>;

/** Goes round: the system's theme, light, dark. */
export function ThemeSwitch({ collapsed }: { collapsed: boolean }) {
  const [theme, setTheme] = useTheme();
  const { label, Icon, next } = themes[theme];
  return (
    <NavItem label={label} collapsed={collapsed}>
      <button
        type="button"
        className={styles.item}
        aria-label={`${label}. Switch to ${themes[next].label.toLowerCase()}`}
        onClick={() => setTheme(next)}
      >
        <Icon aria-hidden />
        <span className={styles.text}>{label}</span>
      </button>
    </NavItem>
  );
}
