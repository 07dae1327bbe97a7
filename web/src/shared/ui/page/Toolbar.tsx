import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { common } from '@/shared/messages';
import { Button } from '@/shared/ui/buttons/Button';
import { Badge } from '@/shared/ui/records/Badge';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import styles from './Toolbar.module.css';

interface ToolbarProps {
  /** The search, or what is always in sight. */
  children: ReactNode;
  /** On a phone behind a button, which tells how many of them hold. */
  filters?: ReactNode;
  activeFilters?: number;
  count?: ReactNode;
  sort?: ReactNode;
}

/** The row above a list: search first, then filters, count and sort; it stays in sight. */
export function Toolbar({ children, filters, activeFilters = 0, count, sort }: ToolbarProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.toolbar} data-open={isOpen} data-avoid>
      {children}
      {(filters || sort) && (
        <Button
          className={styles.opener}
          icon={<SlidersHorizontal aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {common.filters}
          {activeFilters > 0 && (
            <Badge tone="accent">
              {activeFilters}
              <VisuallyHidden>{common.filtersActive}</VisuallyHidden>
            </Badge>
          )}
        </Button>
      )}
      <div id={id} className={styles.filters}>
        {filters}
      </div>
      {(count || sort) && (
        <div className={styles.end}>
          {count}
          {sort}
        </div>
      )}
    </div>
  );
}
