import { Search } from 'lucide-react';
import { cx } from '@/shared/ui/cx';
import { modKey } from '@/shared/ui/modKey';
import { Tooltip } from '@/shared/ui/Tooltip';
import styles from './SideNav.module.css';

/** Opens the command palette, and tells the key that does. */
export function SearchButton({ collapsed, onClick }: { collapsed: boolean; onClick: () => void }) {
  return (
    <Tooltip text="Search" side="right" off={!collapsed}>
      <button type="button" className={cx(styles.item, styles.search)} aria-haspopup="dialog" onClick={onClick}>
        <Search aria-hidden />
        <span className={styles.text}>Search</span>
        <kbd aria-hidden>{modKey} K</kbd>
      </button>
    </Tooltip>
  );
}
