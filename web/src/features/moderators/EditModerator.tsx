import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import * as rules from '@/api/rules.gen';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { common } from '@/shared/messages';
import { recordMessages } from '@/shared/recordMessages';
import { notify, undoOfAnswer } from '@/shared/toast';
import { messages } from './messages';
import { type Moderated, type Moderator, moderatorCall } from './moderated';
import { RoleField } from './RoleField';

const { TextAreaField } = fieldsFor(rules.ModeratorEdit);

interface EditModeratorProps {
  of: Moderated;
  link: Moderator;
  onDone: () => void;
}

const { role: roleRules, details: detailsRules } = rules.ModeratorEdit;
const editable = { role: roleRules, details: detailsRules };

/** Opened now and then, it comes with all that forms need only then: hence a default export. */
export default function EditModerator({ of, link, onDone }: EditModeratorProps) {
  const client = useQueryClient();
  const { id, role, details, version, moderator } = link;

  return (
    <FormDialog
      title={messages.editing(moderator.displayName)}
      onClose={onDone}
      rules={editable}
      defaultValues={{ role, details }}
      editing={link}
      submitLabel={common.save}
      onSubmit={async (input, asVersion = version) => {
        const saved = await api.put(moderatorCall[of.kind], { body: { ...input, id, version: asVersion } });
        notify.success(recordMessages.isSaved(moderator.displayName), undoOfAnswer(saved));
        await invalidate(client, `${of.kind}Moderator`, id);
        onDone();
      }}
    >
      <RoleField only={of.access.assignableRoles} />
      <TextAreaField name="details" />
    </FormDialog>
  );
}
