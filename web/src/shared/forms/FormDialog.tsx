import type { ReactNode } from 'react';
import { common } from '@/shared/messages';
import { Button } from '@/shared/ui/buttons/Button';
import { Dialog } from '@/shared/ui/overlays/Dialog';
import { Form, type FormProps } from './Form';
import { useDraftPlace } from './useDraft';

type FormDialogProps<T extends object> = Omit<FormProps<T>, 'actions' | 'guard' | 'inDialog' | 'label' | 'removal'> & {
  title: string;
  /** Above the fields. */
  intro?: ReactNode;
  cancelLabel?: string;
  onClose: () => void;
};

/** A form in a dialog. Closing it is a decision, and what is typed goes with it. */
export function FormDialog<T extends object>(props: FormDialogProps<T>) {
  const { title, intro, cancelLabel = common.cancel, onClose, ...form } = props;
  const { drop } = useDraftPlace({ ...form, inDialog: true });

  function cancel() {
    drop();
    onClose();
  }

  return (
    <Dialog title={title} onClose={cancel}>
      {intro}
      <Form {...form} inDialog actions={<Button onClick={cancel}>{cancelLabel}</Button>} />
    </Dialog>
  );
}
