import type { ReactNode } from 'react';
import { Tooltip } from '@/shared/ui/Tooltip';

/** Collapsed, the label is still there for screen readers, and a tooltip for everyone else. */
export function NavItem({ label, collapsed, children }: { label: string; collapsed: boolean; children: ReactNode }) {
  return (
    <li>
      <Tooltip text={label} side="right" off={!collapsed}>
        {children}
      </Tooltip>
    </li>
  );
}
