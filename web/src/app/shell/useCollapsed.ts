import { useState } from 'react';
import { readStored, writeStored } from '@/shared/storage';

const key = 'sideNavigation';

/** Whether the side navigation is closed to its icons; remembered on this device. */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => readStored('localStorage', key) === 'collapsed');
  return [
    collapsed,
    (now) => {
      writeStored('localStorage', key, now ? 'collapsed' : 'expanded');
      setCollapsed(now);
    },
  ];
}
