import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { rules } from '@/api/rules.gen';
import { Form } from '@/shared/forms/Form';
import { SelectField, TextAreaField } from '@/shared/forms/fields';
import { Button } from '@/shared/ui/Button';
import { Dialog } from '@/shared/ui/Dialog';
import { type Company, type CompanyModerator, refreshCompany } from './queries';

interface EditModeratorProps {
  company: Company;
  link: CompanyModerator;
  onDone: () => void;
}

const { role: roleRules, details: detailsRules } = rules.CompanyModeratorEdit;
const editable = { role: roleRules, details: detailsRules };

export function EditModerator({ company, link, onDone }: EditModeratorProps) {
  const client = useQueryClient();
  const { id, role, details, version, moderator } = link;

  return (
    <Dialog title={`Editing Moderator: ${moderator.displayName}`} onClose={onDone}>
      <Form
        rules={editable}
        defaultValues={{ role, details }}
        version={version}
        submitLabel="Save"
        guard={false}
        onSubmit={async (input, asVersion = version) => {
          await api.put('/company/moderator', { body: { ...input, id, version: asVersion } });
          await refreshCompany(client, company.id);
          onDone();
        }}
        actions={<Button onClick={onDone}>Cancel</Button>}
      >
        <SelectField name="role" only={company.access.assignableRoles} />
        <TextAreaField name="details" />
      </Form>
    </Dialog>
  );
}
