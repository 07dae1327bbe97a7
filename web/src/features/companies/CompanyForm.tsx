import type { ReactNode } from 'react';
import type { BodyOf } from '@/api/client';
import { rules } from '@/api/rules.gen';
import { type Edited, Form } from '@/shared/forms/Form';
import { TextAreaField, TextField } from '@/shared/forms/fields';
import { Card } from '@/shared/ui/Card';

export type CompanyInput = BodyOf<'/company', 'post'>;

interface CompanyFormProps {
  company?: CompanyInput;
  editing?: Edited;
  submitLabel: string;
  onSubmit: (input: CompanyInput, version: number | undefined) => Promise<unknown>;
  actions: ReactNode;
}

const blank: CompanyInput = { name: '', details: null, supportEmail: null, supportPhone: null };

/** Creating and editing share their fields. */
export function CompanyForm({ company = blank, editing, submitLabel, onSubmit, actions }: CompanyFormProps) {
  const { name, details, supportEmail, supportPhone } = company;
  return (
    <Card>
      <Form
        rules={rules.CompanyInput}
        defaultValues={{ name, details, supportEmail, supportPhone } as CompanyInput}
        {...(editing && { editing })}
        submitLabel={submitLabel}
        onSubmit={onSubmit}
        actions={actions}
      >
        <TextField name="name" autoComplete="organization" />
        <TextField name="supportEmail" type="email" autoComplete="off" width="medium" />
        <TextField name="supportPhone" type="tel" autoComplete="off" width="medium" />
        <TextAreaField name="details" help="At most 256 characters." />
      </Form>
    </Card>
  );
}
