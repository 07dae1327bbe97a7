import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { moderatorRole, userStatus } from '@/api/enumerations';
import { invalidate } from '@/api/invalidate';
import { rules } from '@/api/rules.gen';
import { SuggestField } from '@/shared/forms/ComboboxField';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields';
import { messages as formMessages } from '@/shared/forms/messages';
import { common } from '@/shared/messages';
import { useNavigateAfterSave } from '@/shared/navigation';
import { recordMessages } from '@/shared/recordMessages';
import { notify, undoOfAnswer } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import type { Suggestion } from '@/shared/ui/Combobox';
import { messages } from './messages';
import {
  type FoundUser,
  type Moderated,
  type Moderator,
  moderatorCall,
  parentPath,
  userSearchQuery,
} from './moderated';

const { userEmail, role, details } = rules.ModeratorInput;
const { SelectField, TextAreaField } = fieldsFor(rules.ModeratorInput);
const blank = { userEmail: '', role: moderatorRole.None as Moderator['role'], details: null as string | null };

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
        <UserField />
        <SelectField name="role" width="medium" only={of.access.assignableRoles} />
        <TextAreaField name="details" help={recordMessages.detailsHelp} />
      </Form>
    </Card>
  );
}

function UserField() {
  const [text, setText] = useState('');
  const { data: users = [], isSuccess, isPlaceholderData, isError } = useQuery(userSearchQuery(text));
  const found = text.length < 3 ? [] : users;
  const isNobody = isSuccess && !isPlaceholderData && users.length === 0;
  return (
    <SuggestField<typeof rules.ModeratorInput>
      name="userEmail"
      help={messages.userHelp}
      suggestions={found.map(suggestionOf)}
      searched={isSuccess && !isPlaceholderData ? text : undefined}
      nothing={isError ? formMessages.searchFailed : isNobody ? messages.nobodyFound : undefined}
      onSearch={setText}
    />
  );
}

/** Administrators find everyone; a user who can not sign in is said to be so. */
function suggestionOf(user: FoundUser): Suggestion {
  const isDisabled = 'status' in user && user.status === userStatus.Disabled;
  return {
    value: user.email,
    label: isDisabled ? recordMessages.disabledUser(user.displayName) : user.displayName,
    note: user.email,
  };
}
