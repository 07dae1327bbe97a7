import { useState } from 'react';

const key = 'sideNavigation';

/** Whether the side navigation is closed to its icons; remembered on this device. */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(key) === 'collapsed');
  return [
    collapsed,
    (now) => {
      localStorage.setItem(key, now ? 'collapsed' : 'expanded');
      setCollapsed(now);
    },
  ];
}
