import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { api } from '@/api/client';
import { moderatorRole } from '@/api/enumerations';
import { queryKeys } from '@/api/queryKeys';
import type { FormRules } from '@/api/rules';
import * as rules from '@/api/settingsRules.gen';
import { FormDialog } from '@/shared/forms/FormDialog';
import { PickField, SuggestField } from '@/shared/forms/fields/ComboboxField';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { messages as formMessages } from '@/shared/forms/messages';
import { failsInPlace } from '@/shared/loading/readFailure';
import { roleMessages } from '@/shared/roleMessages';
import { administrator, type GroupRole, isSameRight, type Preview, rightName } from './groups';
import { messages } from './messages';

interface RightDialogProps {
  /** Those that are there. */
  roles: GroupRole[];
  known: Preview['groups'];
  onAdd: (right: GroupRole, companyName: string | undefined) => void;
  onClose: () => void;
}

const blank = { group: '', role: String(moderatorRole.Support), companyId: '' };

const byRank = [administrator, ...Object.values(moderatorRole).filter(Boolean), moderatorRole.None] as const;
const options = byRank.map((role) => ({ value: String(role), label: rightName(role) }));

function rightOf({ group, role, companyId }: Record<keyof typeof blank, unknown>): GroupRole {
  const name = String(group ?? '').trim();
  return role === administrator
    ? { group: name, companyId: null, role: administrator }
    : { group: name, companyId: String(companyId ?? ''), role: Number(role) as (typeof moderatorRole)['None'] };
}

function rulesFor(roles: GroupRole[]) {
  type Values = Readonly<Record<string, unknown>>;
  const isNew = (_: unknown, values: Values) => !roles.some((one) => isSameRight(one, rightOf(values as typeof blank)));
  return {
    group: {
      label: messages.group,
      checks: [
        ...rules.GroupRoleInput.group.checks,
        { code: 'twice', field: 'companyId', message: messages.isThere, test: isNew },
      ],
    },
    role: { label: messages.right, checks: [] },
    companyId: {
      label: messages.company,
      checks: [
        {
          code: 'requiredIf',
          field: 'role',
          message: messages.companyRequired,
          test: (id: unknown, values: Values) => values.role === administrator || Boolean(id),
        },
      ],
    },
  } satisfies FormRules;
}

type Rules = ReturnType<typeof rulesFor>;

const { ChoiceField } = fieldsFor(rulesFor([]));

/** Asks for a right of a group. Loaded with the first one, hence a default export. */
export default function RightDialog({ roles, known, onAdd, onClose }: RightDialogProps) {
  const [names] = useState(() => new Map<string, string>());
  return (
    <FormDialog
      title={messages.adding}
      onClose={onClose}
      rules={rulesFor(roles)}
      defaultValues={blank}
      submitLabel={messages.addVerb}
      onSubmit={async (values) => {
        const right = rightOf(values);
        onAdd(right, names.get(right.companyId ?? ''));
        onClose();
      }}
    >
      <GroupField known={known} />
      <RightField />
      <CompanyField names={names} />
    </FormDialog>
  );
}

/** The name of a group, with those that people were seen with. */
function GroupField({ known }: Pick<RightDialogProps, 'known'>) {
  const [text, setText] = useState('');
  const found = known.filter(({ group }) => group.toLowerCase().includes(text.trim().toLowerCase())).slice(0, 10);
  return (
    <SuggestField<Rules>
      name="group"
      help={messages.groupHelp}
      suggestions={found.map(({ group, people }) => ({ value: group, label: group, note: messages.people(people) }))}
      searched={text}
      nothing={text && found.length === 0 ? messages.noGroup : undefined}
      onSearch={setText}
    />
  );
}

/** The right of the group, and what it allows. */
function RightField() {
  const role: string = useWatch({ name: 'role' });
  const help = role === administrator ? messages.administratorHelp : roleMessages.allows[Number(role)];
  return <ChoiceField name="role" width="medium" options={options} help={help} />;
}

function CompanyField({ names }: { names: Map<string, string> }) {
  const [text, setText] = useState('');
  const isNeeded = useWatch({ name: 'role' }) !== administrator;
  const { data, isPending, isPlaceholderData, isError } = useQuery({
    queryKey: [...queryKeys.companyLists, 'pickForGroup', text],
    meta: failsInPlace,
    enabled: isNeeded,
    queryFn: ({ signal }) => api.get('/company', { query: { Search: text, PageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
  });
  for (const { id, name } of data ?? []) names.set(id, name);
  return (
    isNeeded && (
      <PickField<Rules>
        name="companyId"
        help={messages.companyHelp}
        suggestions={(data ?? []).map(({ id, name, supportEmail }) => ({
          value: id,
          label: name,
          note: supportEmail ?? '–',
        }))}
        searched={isPending || isPlaceholderData ? undefined : text}
        nothing={isError ? formMessages.searchFailed : data?.length === 0 ? messages.noCompany : undefined}
        onSearch={setText}
      />
    )
  );
}
