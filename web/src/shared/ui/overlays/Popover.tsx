import { useState } from 'react';
import { lazyPart } from '@/shared/loading/lazyPart';
import { buttonOf, PopoverButton, type PopoverProps } from './PopoverButton';

const LoadedPopover = lazyPart(() => import('./LoadedPopover'), {
  placeholder: (props: PopoverProps) => <PopoverButton {...buttonOf(props)} disabled />,
});

/** A button that opens a few controls beside it. All but the button is loaded when it is first pressed. */
export function Popover(props: PopoverProps) {
  const [isWanted, setWanted] = useState(props.isOpenAtFirst ?? false);
  if (isWanted) return <LoadedPopover {...props} isOpenAtFirst />;
  return <PopoverButton {...buttonOf(props)} onClick={() => setWanted(true)} />;
}
