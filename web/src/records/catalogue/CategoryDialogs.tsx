import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import * as rules from '@/api/rules.gen';
import { messages as resourceMessages } from '@/resource/messages';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { notify, undoOfAnswer } from '@/shared/toast';
import type { CatalogueName } from './categories';
import { messages } from './messages';

/** The dialogs of this file are opened now and then: they come with all that forms need only then. */

const added = fieldsFor(rules.CategoryInput);
const renamed = fieldsFor(rules.CategoryRename);

interface AddCategoryProps {
  catalogue: CatalogueName;
  onAdded: (name: string) => void;
  onCancel: () => void;
}

export function AddCategory({ catalogue, onAdded, onCancel }: AddCategoryProps) {
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
      <added.TextField name="name" autoComplete="off" />
    </FormDialog>
  );
}

interface RenameCategoryProps {
  catalogue: CatalogueName;
  name: string;
  onRenamed: (name: string) => void;
  onCancel: () => void;
}

/** Asks for another name of a category, whose items follow. */
export function RenameCategory({ catalogue, name, onRenamed, onCancel }: RenameCategoryProps) {
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
      <renamed.TextField name="newName" autoComplete="off" />
    </FormDialog>
  );
}
