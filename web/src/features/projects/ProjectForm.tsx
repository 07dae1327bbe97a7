import type { ReactNode } from 'react';
import type { BodyOf } from '@/api/client';
import type { FormRules } from '@/api/rules';
import { rules } from '@/api/rules.gen';
import { type Edited, Form } from '@/shared/forms/Form';
import { TextField } from '@/shared/forms/fields';
import { Card } from '@/shared/ui/Card';
import { CompanyField } from './CompanyField';

export type ProjectInput = BodyOf<'/project', 'post'>;

const { companyId, name } = rules.ProjectInput;
const withCompany: FormRules = { companyId: { ...companyId, label: 'Company' }, name };
const nameOnly: FormRules = { name };

interface ProjectFormProps {
  project: ProjectInput;
  /** A project stays with its company: only a new one may be asked for it. */
  asksCompany?: boolean;
  editing?: Edited;
  submitLabel: string;
  onSubmit: (input: ProjectInput, version: number | undefined) => Promise<unknown>;
  actions: ReactNode;
}

/** Creating and editing share their fields. */
export function ProjectForm({
  project,
  asksCompany = false,
  editing,
  submitLabel,
  onSubmit,
  actions,
}: ProjectFormProps) {
  return (
    <Card>
      <Form
        rules={asksCompany ? withCompany : nameOnly}
        defaultValues={{ companyId: project.companyId, name: project.name }}
        {...(editing && { editing })}
        submitLabel={submitLabel}
        onSubmit={onSubmit}
        actions={actions}
      >
        {asksCompany && <CompanyField />}
        <TextField name="name" autoComplete="off" />
      </Form>
    </Card>
  );
}
