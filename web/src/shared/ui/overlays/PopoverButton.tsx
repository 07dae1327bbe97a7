import type { ComponentProps, ReactNode } from 'react';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';

export interface PopoverProps {
  /** Of the button, and of what it opens. */
  label: string;
  /** What screen readers call the button, where its label does not say what it does. */
  name?: string;
  icon?: ReactNode;
  /** How the button looks where it is not an ordinary one. */
  className?: string | undefined;
  isBusy?: boolean;
  /** Whether the button shows its icon alone. */
  isIcon?: boolean;
  /** The edge of the button that the popup keeps to. */
  align?: 'start' | 'end';
  /** Given a function that closes it. */
  children: (close: () => void) => ReactNode;
  /** Open from the start, as what was loaded because it was asked for. */
  isOpenAtFirst?: boolean;
}

type PopoverButtonProps = Pick<PopoverProps, 'label' | 'name' | 'icon' | 'className' | 'isBusy' | 'isIcon'> &
  Pick<ComponentProps<'button'>, 'onClick' | 'disabled' | 'ref'>;

/** The button itself, to which the library adds what it needs. */
export function PopoverButton({ label, name, icon, isBusy, isIcon, className, ...rest }: PopoverButtonProps) {
  if (isIcon) return <IconButton label={label} icon={icon} aria-haspopup="dialog" {...rest} />;
  return (
    <Button
      icon={icon}
      className={className}
      busy={isBusy ?? false}
      aria-haspopup="dialog"
      aria-label={name}
      // A label that may be cut is whole here.
      title={name && label}
      {...rest}
    >
      {label}
    </Button>
  );
}

/** Of a popover, what its button shows. */
export function buttonOf({ label, name, icon, className, isBusy, isIcon }: PopoverProps): PopoverButtonProps {
  return { label, icon, className, ...(name && { name }), ...(isBusy && { isBusy }), ...(isIcon && { isIcon }) };
}
