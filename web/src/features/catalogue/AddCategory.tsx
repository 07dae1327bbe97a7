import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { rules } from '@/api/rules.gen';
import { messages as resourceMessages } from '@/resource/messages';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields';
import { notify, undoOfAnswer } from '@/shared/toast';
import type { CatalogueName } from './categories';
import { messages } from './messages';

const { TextField } = fieldsFor(rules.CategoryInput);

interface AddCategoryProps {
  catalogue: CatalogueName;
  onAdded: (name: string) => void;
  onCancel: () => void;
}

/** Opened now and then, it comes with all that forms need only then: hence a default export. */
export default function AddCategory({ catalogue, onAdded, onCancel }: AddCategoryProps) {
  const client = useQueryClient();
  return (
    <FormDialog
      title={messages.newCategory}
      onClose={onCancel}
      rules={rules.CategoryInput}
      defaultValues={{ name: '' }}
      submitLabel={messages.addCategory}
      onSubmit={async (input) => {
        const answer = await api.post(`/${catalogue.kind}/categories` as const, { body: input });
        const { data } = answer;
        void invalidate(client, `${catalogue.kind}Category`, data.name);
        notify.success(
          resourceMessages.isAdded(data.name),
          undoOfAnswer(answer, { leave: { from: catalogue.paths.category(data.name), to: catalogue.paths.list() } }),
        );
        onAdded(data.name);
      }}
    >
      <TextField name="name" autoComplete="off" />
    </FormDialog>
  );
}
