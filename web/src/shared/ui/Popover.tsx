import type { ReactNode } from 'react';
import { lazyPart } from '@/shared/lazyPart';
import { Button } from './Button';
import { IconButton } from './IconButton';

export interface PopoverProps {
  /** Of the button, and of what it opens. */
  label: string;
  icon?: ReactNode;
  /** How the button looks where it is not an ordinary one. */
  className?: string | undefined;
  isBusy?: boolean;
  /** Whether the button shows its icon alone. */
  isIcon?: boolean;
  /** Given a function that closes it. */
  children: (close: () => void) => ReactNode;
  /** Open from the start, as for a filter that was just added. */
  isOpenAtFirst?: boolean;
  onClosed?: () => void;
}

/** A button that opens a few controls beside it. The button is drawn at once and works when the rest has come. */
export const Popover = lazyPart(() => import('./LoadedPopover'), {
  placeholder: ({ label, icon, isIcon, className }: PopoverProps) =>
    isIcon ? (
      <IconButton label={label} icon={icon} disabled />
    ) : (
      <Button icon={icon} className={className} disabled>
        {label}
      </Button>
    ),
});
