import { createStore } from '@/shared/store';

const dialogs = createStore<readonly HTMLDialogElement[]>([]);

/** The dialog above all others. It alone can be reached: everything outside of it is inert, whatever lies above it. */
export function topDialog(): HTMLDialogElement | undefined {
  return dialogs.get().at(-1);
}

export function useTopDialog(): HTMLDialogElement | undefined {
  return dialogs.use().at(-1);
}

/** Opens a dialog above all others; the answer closes it. */
export function openDialog(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  dialogs.set([...dialogs.get(), dialog]);
  return () => {
    dialog.close();
    dialogs.set(dialogs.get().filter((open) => open !== dialog));
  };
}
