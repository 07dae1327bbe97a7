import { Popover } from '@base-ui/react/popover';
import { useRef, useState } from 'react';
import { Button } from './Button';
import { IconButton } from './IconButton';
import type { PopoverProps } from './Popover';
import styles from './Popover.module.css';
import { useNoFocusGuards } from './useNoFocusGuards';

export default function LoadedPopover(props: PopoverProps) {
  const { label, icon, className, isBusy = false, isIcon = false, children, isOpenAtFirst = false, onClosed } = props;
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  useNoFocusGuards(root);

  function change(next: boolean): void {
    setOpen(next);
    if (!next) onClosed?.();
  }

  return (
    <div ref={root} className={styles.root}>
      <Popover.Root open={isOpen} onOpenChange={change}>
        <Popover.Trigger
          render={
            isIcon ? (
              <IconButton label={label} icon={icon} aria-haspopup="dialog" />
            ) : (
              <Button icon={icon} className={className} busy={isBusy} aria-haspopup="dialog">
                {label}
              </Button>
            )
          }
        />
        {/* Inside of the page's landmark, for those who go from one to the next. */}
        <Popover.Portal container={root}>
          <Popover.Positioner positionMethod="fixed" align="end" sideOffset={4} className={styles.positioner}>
            <Popover.Popup className={styles.popup} aria-label={label}>
              {children(() => change(false))}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
