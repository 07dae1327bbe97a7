import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FormRules } from '@/api/rules';
import type { FormValues } from '@/shared/forms/values';
import { lazyPart } from '@/shared/loading/lazyPart';
import { PendingForm } from '@/shared/ui/page/PendingPage';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { fieldsQuery, type OwnField, useOwnFields } from './fields';

/** What a form needs to ask for the own fields of its record. */
export interface OwnPart {
  rules: FormRules;
  /** The values in the form, under names of their own, of a record as the server has it. */
  valuesOf: (record: object) => FormValues;
  /** Those of the form as the server takes them, in `own`. */
  take: <T extends object>(values: T) => T;
  fields: ReactNode;
}

export interface OwnFormProps {
  fields: OwnField[];
  /** The record that is edited. */
  stored?: object | undefined;
  children: (own: OwnPart) => ReactNode;
}

const OwnForm = lazyPart<OwnFormProps>(() => import('./OwnForm'), { placeholder: PendingForm });

const nothing: OwnPart = { rules: {}, valuesOf: () => ({}), take: (values) => values, fields: null };

interface WithOwnProps extends Omit<OwnFormProps, 'fields'> {
  list: string;
  access?: unknown;
  /** Whether the user may set them at all. */
  isAsked?: boolean | undefined;
}

/** A form that asks for the own fields of its list. It is shown once they are known: one may be required. */
export function WithOwn({ list, access, isAsked = true, ...form }: WithOwnProps) {
  const query = useQuery(fieldsQuery);
  const fields = useOwnFields(list, access);
  if (!query.data) return query.isError ? <FailedQuery query={query} /> : <PendingForm />;
  return isAsked && fields.length > 0 ? <OwnForm fields={fields} {...form} /> : form.children(nothing);
}
