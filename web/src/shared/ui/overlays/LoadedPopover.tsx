import { Popover } from '@base-ui/react/popover';
import { useRef, useState } from 'react';
import styles from './Popover.module.css';
import { buttonOf, PopoverButton, type PopoverProps } from './PopoverButton';
import { useNoFocusGuards } from './useNoFocusGuards';

export default function LoadedPopover(props: PopoverProps) {
  const { label, children, isOpenAtFirst = false, align = 'end' } = props;
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  useNoFocusGuards(root);
  return (
    <div ref={root} className={styles.root}>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger render={<PopoverButton {...buttonOf(props)} />} />
        {/* Inside of the page's landmark, for those who go from one to the next. */}
        <Popover.Portal container={root}>
          <Popover.Positioner positionMethod="fixed" align={align} sideOffset={4} className={styles.positioner}>
            <Popover.Popup className={styles.popup} aria-label={label}>
              {children(() => setOpen(false))}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
