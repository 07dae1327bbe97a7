import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';

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

  // A layout effect: closing must come before the element leaves the page, or the focus is lost with it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

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
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
