import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '@/shared/loading/lazyPart';
import { common } from '@/shared/messages';
import type { MenuProps } from './LoadedMenu';
import { MenuButton } from './MenuButton';

export type { MenuItem } from './LoadedMenu';

const LoadedMenu = lazyPart(() => import('./LoadedMenu'), {
  placeholder: ({ button }: MenuProps) => <MenuButton {...button} disabled />,
});

const moreActions = { label: common.moreActions, icon: <EllipsisVertical /> };

/** Actions that are too rare or too final for a button of their own. All but the button is loaded when it is first pressed. */
export function Menu({ items, button = moreActions }: Partial<MenuProps> & Pick<MenuProps, 'items'>) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <LoadedMenu items={items} button={button} />;
  return (
    <MenuButton
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setWanted(true);
      }}
    />
  );
}
