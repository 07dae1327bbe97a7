import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '@/api/client';
import { moderatorRole } from '@/api/enumerations';
import { rules } from '@/api/rules.gen';
import { paths } from '@/paths';
import { Form } from '@/shared/forms/Form';
import { SelectField, TextAreaField } from '@/shared/forms/fields';
import { SuggestField } from '@/shared/forms/SuggestField';
import { ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { type Company, refreshCompany, userSearchQuery } from './queries';

const { userEmail, role, details } = rules.CompanyModeratorInput;
const blank = { userEmail: '', role: moderatorRole.None as CompanyModeratorRole, details: null as string | null };

type CompanyModeratorRole = (typeof moderatorRole)[keyof typeof moderatorRole];

export function NewModerator({ company }: { company: Company }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const parent = paths.companies.details(company.id);

  async function add(input: typeof blank) {
    const email = input.userEmail.toLowerCase();
    const isThere = company.moderators.some((link) => link.userEmail === email);
    if (!isThere) {
      await api.post('/company/moderator', { body: { ...input, id: company.id } });
      void refreshCompany(client, company.id);
    }
    await navigate(parent, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={{ userEmail, role, details }}
        defaultValues={blank}
        submitLabel="Add moderator"
        onSubmit={add}
        actions={<ButtonLink to={parent}>Cancel</ButtonLink>}
      >
        <UserField />
        <SelectField name="role" width="medium" only={company.access.assignableRoles} />
        <TextAreaField name="details" help="At most 256 characters." />
      </Form>
    </Card>
  );
}

function UserField() {
  const [text, setText] = useState('');
  const { data: users = [], isSuccess, isPlaceholderData } = useQuery(userSearchQuery(text));
  const found = text.length < 3 ? [] : users;
  return (
    <SuggestField
      name="userEmail"
      help="Type three letters or more of the e-mail address."
      suggestions={found.map(({ email, displayName }) => ({ value: email, label: displayName }))}
      nothing={isSuccess && !isPlaceholderData && users.length === 0 ? 'Nobody found.' : undefined}
      onSearch={setText}
    />
  );
}
