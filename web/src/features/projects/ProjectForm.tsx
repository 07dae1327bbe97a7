import type { ReactNode } from 'react';
import type { BodyOf } from '@/api/client';
import type { FormRules } from '@/api/rules';
import { rules } from '@/api/rules.gen';
import { Form } from '@/shared/forms/Form';
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
  version?: number;
  submitLabel: string;
  onSubmit: (input: ProjectInput, version: number | undefined) => Promise<unknown>;
  actions: ReactNode;
}

/** Creating and editing share their fields. */
export function ProjectForm({
  project,
  asksCompany = false,
  version,
  submitLabel,
  onSubmit,
  actions,
}: ProjectFormProps) {
  return (
    <Card>
      <Form
        rules={asksCompany ? withCompany : nameOnly}
        defaultValues={{ companyId: project.companyId, name: project.name }}
        {...(version !== undefined && { version })}
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
