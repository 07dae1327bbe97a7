import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyPart } from '@/shared/lazyPart';
import { common } from '@/shared/messages';
import { IconButton } from './IconButton';

export interface MenuItem {
  label: string;
  icon: ReactNode;
  onSelect: () => void;
  danger?: boolean;
}

export interface MenuProps {
  items: MenuItem[];
  /** What its button shows, if it does not open all the rest that can be done. */
  button?: { label: string; icon: ReactNode };
}

export const menuButton = { label: common.moreActions, icon: <EllipsisVertical /> };

/** Actions that are too rare or too final for a button of their own. Its button is drawn at once and works when the rest has come. */
export const Menu = lazyPart(() => import('./LoadedMenu'), {
  isLater: true,
  placeholder: ({ button = menuButton }: MenuProps) => <IconButton {...button} disabled />,
});
