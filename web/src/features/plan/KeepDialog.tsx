import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { invalidate } from '@/api/invalidate';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { notify } from '@/shared/toast';
import { Note } from '@/shared/ui/text/Note';
import { messages } from './messages';
import { plans, type Tried } from './queries';

interface KeepDialogProps {
  tried: Tried;
  /** Called when it is kept, before its page is opened. */
  onKept: () => void;
  onClose: () => void;
}

const planRules = {
  name: rules.KeptPlanInput.name,
  isShared: { label: messages.isShared, checks: [] },
};
const fields = fieldsFor(planRules);

/** Keeps what is tried as a plan, under a name. Loaded when it is first opened, hence a default export. */
export default function KeepDialog({ tried, onKept, onClose }: KeepDialogProps) {
  const { isAdmin } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <FormDialog
      title={messages.keeping}
      intro={<Note>{messages.keepingIntro}</Note>}
      onClose={onClose}
      rules={planRules}
      defaultValues={{ name: '', isShared: false }}
      submitLabel={messages.save}
      onSubmit={async ({ name, isShared }) => {
        const kept = await plans.add({ ...tried, name, ...(isAdmin && { isShared }) });
        notify.success(messages.saved.isSaved(kept.name));
        await invalidate(client, 'plan', kept.id);
        onClose();
        onKept();
        void navigate(`${paths.app.plan()}?plan=${kept.id}`, { replace: true });
      }}
    >
      <fields.TextField name="name" autoComplete="off" />
      {isAdmin && <fields.CheckboxField name="isShared" />}
    </FormDialog>
  );
}
