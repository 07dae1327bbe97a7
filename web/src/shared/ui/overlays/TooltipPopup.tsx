import { Tooltip } from '@base-ui/react/tooltip';
import styles from './Tooltip.module.css';

interface TooltipPopupProps {
  text: string;
  side: 'bottom' | 'right';
  anchor: Element;
  onHide: () => void;
}

export default function TooltipPopup({ text, side, anchor, onHide }: TooltipPopupProps) {
  return (
    <Tooltip.Root open onOpenChange={onHide}>
      {/* What is outside of a modal dialog lies below it and can't be pointed at. */}
      <Tooltip.Portal container={anchor.closest('dialog') ?? document.body}>
        <Tooltip.Positioner anchor={anchor} side={side} sideOffset={6} className={styles.positioner}>
          <Tooltip.Popup className={styles.tip} aria-hidden>
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
