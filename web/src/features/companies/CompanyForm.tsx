import type { BodyOf } from '@/api/client';
import { rules } from '@/api/rules.gen';
import { type EntityFormProps, Form } from '@/shared/forms/Form';
import { TextAreaField, TextField } from '@/shared/forms/fields';
import { valuesFor } from '@/shared/forms/validate';
import { Card } from '@/shared/ui/Card';
import { CompanyNameField } from './CompanyNameField';

export type CompanyInput = BodyOf<'/company', 'post'>;

interface CompanyFormProps extends EntityFormProps<CompanyInput> {
  company?: Required<CompanyInput>;
}

const blank: Required<CompanyInput> = { name: '', details: null, supportEmail: null, supportPhone: null };

/** Creating and editing share their fields. */
export function CompanyForm({ company = blank, ...form }: CompanyFormProps) {
  return (
    <Card>
      <Form rules={rules.CompanyInput} defaultValues={valuesFor(rules.CompanyInput, company)} {...form}>
        <CompanyNameField present={company.name} />
        <TextField name="supportEmail" type="email" autoComplete="off" width="medium" />
        <TextField name="supportPhone" type="tel" autoComplete="off" width="medium" />
        <TextAreaField name="details" help="At most 256 characters." />
      </Form>
    </Card>
  );
}
