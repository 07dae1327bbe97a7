import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { rules } from '@/api/rules.gen';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields';
import { notify, undoOfAnswer } from '@/shared/toast';
import type { CatalogueName } from './categories';
import { messages } from './messages';

const { TextField } = fieldsFor(rules.CategoryRename);

interface RenameCategoryProps {
  catalogue: CatalogueName;
  name: string;
  onRenamed: (name: string) => void;
  onCancel: () => void;
}

/** Asks for another name of a category, whose items follow. Opened now and then, hence a default export. */
export default function RenameCategory({ catalogue, name, onRenamed, onCancel }: RenameCategoryProps) {
  const client = useQueryClient();
  const { kind, paths } = catalogue;
  return (
    <FormDialog
      title={messages.renamingCategory(name)}
      onClose={onCancel}
      rules={rules.CategoryRename}
      defaultValues={{ name, newName: name }}
      submitLabel={messages.rename}
      onSubmit={async (input) => {
        const answer = await api.put(`/${kind}/categories` as const, { body: input });
        const { data } = answer;
        const leave = { from: paths.category(data.name), to: paths.category(name) };
        notify.success(messages.categoryRenamed(name, data.name), undoOfAnswer(answer, { leave }));
        // The list of the new name is shown before the old one is read again, and found to be gone.
        onRenamed(data.name);
        void invalidate(client, `${kind}Category`, name);
      }}
    >
      <TextField name="newName" autoComplete="off" />
    </FormDialog>
  );
}
