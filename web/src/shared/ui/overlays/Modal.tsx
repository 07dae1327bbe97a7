import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { createStore } from '@/shared/storage/store';

interface ModalProps extends Pick<ComponentProps<'dialog'>, 'role' | 'aria-describedby'> {
  className: string | undefined;
  /** Its name for screen readers, or the id of the heading that names it. */
  label: { text: string } | { id: string };
  /** Escape and a click on the backdrop ask for this. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * What covers the page, open as long as it is rendered. The browser's own dialog element keeps the focus inside, gives
 * it back afterwards and stays where it is in the page, inside its landmark.
 */
export function Modal({ className, label, onClose, children, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const isPressed = useRef(false);

  // A layout effect: closing must come before the element leaves the page, or the focus is lost with it.
  useLayoutEffect(() => (ref.current ? openDialog(ref.current) : undefined), []);

  return (
    <dialog
      {...rest}
      ref={ref}
      className={className}
      {...('id' in label ? { 'aria-labelledby': label.id } : { 'aria-label': label.text })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers let a second cancel event pass, whatever the first was answered: the key is taken before it makes one.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      // Other ways to cancel twice remain: it is open as long as it is rendered.
      onClose={() => {
        if (ref.current?.open === false) ref.current.showModal();
      }}
      // A text that is selected to beyond the edge of the dialog ends in a click on the backdrop, too.
      onPointerDown={(event) => {
        isPressed.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (isPressed.current && event.target === event.currentTarget) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

const dialogs = createStore<readonly HTMLDialogElement[]>([]);

/** The dialog above all others. It alone can be reached: everything outside of it is inert, whatever lies above it. */
export function topDialog(): HTMLDialogElement | undefined {
  return dialogs.get().at(-1);
}

export function useTopDialog(): HTMLDialogElement | undefined {
  return dialogs.use().at(-1);
}

/** Opens a dialog above all others; the answer closes it. */
function openDialog(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  dialogs.set([...dialogs.get(), dialog]);
  return () => {
    dialog.close();
    dialogs.set(dialogs.get().filter((open) => open !== dialog));
  };
}
