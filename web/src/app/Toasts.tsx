import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { dismissToast, type Toast, useToasts } from '@/shared/toast';
import { Button } from '@/shared/ui/Button';
import { useTopDialog } from '@/shared/ui/openDialogs';
import styles from './Toasts.module.css';
import { useCountdown } from './useCountdown';
import { useDragAway } from './useDragAway';

const lifetime = 5000;
const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert };

export function Toasts() {
  const toasts = useToasts();
  const region = useRef<HTMLDivElement>(null);

  // A dialog lies above the page, and nothing outside of it can be pressed: toasts are put into it. As a popover they
  // stay at the edge of the screen, and are not cut where the dialog ends.
  const dialog = useTopDialog();
  useLayoutEffect(() => {
    if (dialog) region.current?.showPopover();
  }, [dialog]);

  return createPortal(
    <div ref={region} popover="manual" className={styles.toasts}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>,
    dialog ?? document.body,
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, kind, text, action } = toast;
  const [held, setHeld] = useState(false);
  const close = () => dismissToast(id);
  const { element, dragging, handlers } = useDragAway<HTMLDivElement>(close);
  useCountdown(lifetime, held || dragging, close);

  const Icon = icons[kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a short cut, the close button does the same by key
    <div
      ref={element}
      className={styles.toast}
      data-kind={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      {...handlers}
    >
      <div role="alert" className={styles.content}>
        <Icon size={18} aria-hidden className={styles.icon} />
        <p className={styles.text}>{text}</p>
        {action && (
          <Button
            look="quiet"
            onClick={() => {
              close();
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
        <button type="button" className={styles.close} aria-label="Close" onClick={close}>
          <X size={16} aria-hidden />
        </button>
      </div>
    </div>
  );
}
