import type { BodyOf } from '@/api/client';
import type { FormRules } from '@/api/rules';
import { rules } from '@/api/rules.gen';
import { type EntityFormProps, Form } from '@/shared/forms/Form';
import { TextField } from '@/shared/forms/fields';
import { valuesFor } from '@/shared/forms/validate';
import { Card } from '@/shared/ui/Card';
import { CompanyField } from './CompanyField';

export type ProjectInput = BodyOf<'/project', 'post'>;

/** A project that is edited keeps its company. */
const { companyId: _, ...fields }: FormRules = rules.ProjectInput;

interface ProjectFormProps extends EntityFormProps<ProjectInput> {
  project: Required<ProjectInput>;
  /** A project stays with its company: only a new one may be asked for it. */
  asksCompany?: boolean;
}

/** Creating and editing share their fields. */
export function ProjectForm({ project, asksCompany = false, ...form }: ProjectFormProps) {
  return (
    <Card>
      <Form
        rules={asksCompany ? rules.ProjectInput : fields}
        defaultValues={valuesFor(rules.ProjectInput, project)}
        {...form}
      >
        {asksCompany && <CompanyField />}
        <TextField name="name" autoComplete="off" />
      </Form>
    </Card>
  );
}
