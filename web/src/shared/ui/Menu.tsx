import { EllipsisVertical } from 'lucide-react';
import { lazyPart } from '@/shared/lazyPart';
import { common } from '@/shared/messages';
import { IconButton } from './IconButton';
import type { MenuProps } from './LoadedMenu';

export type { MenuItem } from './LoadedMenu';

const LoadedMenu = lazyPart(() => import('./LoadedMenu'), {
  isLater: true,
  placeholder: ({ button }: MenuProps) => <IconButton {...button} disabled />,
});

const moreActions = { label: common.moreActions, icon: <EllipsisVertical /> };

/** Actions that are too rare or too final for a button of their own. Its button is drawn at once and works when the rest has come. */
export function Menu({ items, button = moreActions }: Partial<MenuProps> & Pick<MenuProps, 'items'>) {
  return <LoadedMenu items={items} button={button} />;
}
