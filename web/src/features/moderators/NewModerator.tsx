import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { moderatorRole } from '@/api/enumerations';
import { invalidate } from '@/api/invalidate';
import { rolesByRight } from '@/api/roles.gen';
import * as rules from '@/api/rules.gen';
import { UserField } from '@/records/user/UserField';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { common } from '@/shared/messages';
import { useNavigateAfterSave } from '@/shared/navigation/navigation';
import { recordMessages } from '@/shared/recordMessages';
import { notify, undoOfAnswer } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import { Card } from '@/shared/ui/records/Card';
import { messages } from './messages';
import { type Moderated, type Moderator, moderatorCall, parentPath } from './moderated';
import { RoleField } from './RoleField';

const { userEmail, role, details } = rules.ModeratorInput;
const { TextAreaField } = fieldsFor(rules.ModeratorInput);
const blank = { userEmail: '', role: moderatorRole.None as Moderator['role'], details: null as string | null };

/** What a page that adds a moderator needs. */
export const ofModerators = {
  needs: ({ access }: Pick<Moderated, 'access'>) => access.manageModerators,
  roles: rolesByRight.manageModerators,
};

export function NewModerator({ of }: { of: Moderated }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const parent = parentPath(of);

  async function add(input: typeof blank) {
    const email = input.userEmail.toLowerCase();
    const present = of.moderators.find((link) => link.userEmail === email);
    if (present) {
      notify.info(messages.isAlready(present.moderator.displayName));
    } else {
      const link = await api.post(moderatorCall[of.kind], { body: { ...input, id: of.id } });
      notify.success(messages.isNow(link.moderator.displayName), undoOfAnswer(link));
      void invalidate(client, `${of.kind}Moderator`, link.id);
    }
    await navigateAfterSave(parent, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={{ userEmail, role, details }}
        defaultValues={blank}
        submitLabel={messages.add}
        onSubmit={add}
        actions={<ButtonLink to={parent}>{common.cancel}</ButtonLink>}
      >
        <UserField name="userEmail" />
        <RoleField only={of.access.assignableRoles} />
        <TextAreaField name="details" help={recordMessages.detailsHelp} />
      </Form>
    </Card>
  );
}
