import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { disableReason, moderatorRole, nameOf } from '@/api/enumerations';
import type { FormRules } from '@/api/rules';
import * as allRules from '@/api/rules.gen';
import { type OwnField, useOwnFields } from '@/own/fields';
import { ownLabel } from '@/own/labels';
import { OwnControl, rulesOf, sent } from '@/own/OwnForm';
import { ownText } from '@/own/text';
import { type BulkAction, type BulkKind, fieldKindOf, records } from '@/records';
import { categoriesQuery } from '@/records/catalogue/categoriesQuery';
import type { CatalogueKind } from '@/records/catalogue/record';
import { UserField } from '@/records/user/UserField';
import { currentAccount } from '@/session/session';
import { formatDay } from '@/shared/format/date';
import { swapSigns } from '@/shared/format/locale';
import { Form } from '@/shared/forms/Form';
import { ChoiceField, MoneyField, SelectField, TextAreaField, TextField } from '@/shared/forms/fields/fields';
import type { FormValues } from '@/shared/forms/values';
import { failsInPlace } from '@/shared/loading/readFailure';
import { common } from '@/shared/messages';
import { recordMessages } from '@/shared/recordMessages';
import { Button } from '@/shared/ui/buttons/Button';
import { Chips } from '@/shared/ui/inputs/Chips';
import { Select } from '@/shared/ui/inputs/Select';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import type { BulkParams } from './actions';
import type { BulkRequest } from './bulk';
import { messages } from './messages';

interface ParamsFormProps {
  request: BulkRequest;
  /** As they were typed before. */
  values: FormValues | undefined;
  onSubmit: (params: BulkParams, values: FormValues) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for the parameters of an action. */
export function ParamsForm(props: ParamsFormProps) {
  const { list, action } = props.request;
  if (action === 'reprice') return <RepriceForm {...props} />;
  if (action === 'setCategory') return <CategoryForm {...props} />;
  if (action === 'setField') return <FieldForm {...props} />;
  const asked = questions[action];
  return asked && <AskedForm {...props} {...asked(list)} />;
}

/** What an action asks for. */
interface Question {
  rules: FormRules;
  initial: FormValues;
  fields: ReactNode;
  /** Of the values of the form; as they are, unless told otherwise. */
  paramsOf?: (values: FormValues) => BulkParams;
}

function required(label: string) {
  return { code: 'required', message: messages.required(label) };
}

const { role, userEmail } = allRules.ModeratorInput;
/** The statuses that the records of a kind may have. */
function statuses(kind: BulkKind): Record<string, number> {
  const choice = fieldKindOf(records[kind], 'status');
  return typeof choice === 'object' ? choice : {};
}

function statusRules(kind: BulkKind): FormRules[string] {
  const options = Object.entries(statuses(kind)).map(([key, value]) => ({ key, value }));
  return { label: recordMessages.status, checks: [{ ...required(recordMessages.status), code: 'oneOf', options }] };
}

const reason = allRules.CancelInput.cancelationReason;
const toEmail = {
  label: messages.toEmail,
  checks: userEmail.checks.map((check) => ({
    ...check,
    message: check.message.replace(userEmail.label, messages.toEmail),
  })),
};

const questions: Partial<Record<BulkAction, (list: BulkKind) => Question>> = {
  cancel: () => ({
    rules: { reason },
    initial: { reason: '' },
    fields: <TextAreaField name="reason" help={messages.reasonHelp} />,
  }),
  renew: () => ({
    rules: { months: { label: messages.months, checks: [] } },
    initial: { months: '' },
    fields: (
      <ChoiceField
        name="months"
        placeholder={messages.asBefore}
        options={[1, 3, 6, 12, 24, 36].map((months) => ({ value: String(months), label: messages.ofMonths(months) }))}
      />
    ),
    paramsOf: ({ months }) => (months ? { months: Number(months) } : {}),
  }),
  setRenewal: () => ({
    rules: { autoRenew: { label: messages.renewal, checks: [required(messages.renewal)] } },
    initial: { autoRenew: '' },
    fields: (
      <ChoiceField
        name="autoRenew"
        placeholder={messages.choose}
        options={[
          { value: 'true', label: messages.renews },
          { value: 'false', label: messages.ends },
        ]}
      />
    ),
    paramsOf: ({ autoRenew }) => ({ autoRenew: String(autoRenew) === 'true' }),
  }),
  setStatus: (list) => ({
    rules: { status: statusRules(list) },
    initial: { status: 0 },
    fields: <SelectField name="status" />,
  }),
  addModerator: () => ({
    rules: { userEmail, role },
    initial: { userEmail: '', role: moderatorRole.None },
    fields: (
      <>
        <UserField name="userEmail" />
        <SelectField name="role" />
      </>
    ),
  }),
  disable: () => ({
    rules: { reason: allRules.DisableInput.reason },
    initial: { reason: disableReason.AdminRemoval },
    fields: <SelectField name="reason" only={[disableReason.AdminRemoval, disableReason.UserRequestedDisable]} />,
  }),
  handOver: () => ({
    rules: { toEmail },
    initial: { toEmail: '' },
    fields: <UserField name="toEmail" help={messages.toHelp} />,
  }),
};

/** Whether an action has parameters. */
export function hasParams(action: BulkAction): boolean {
  return ['reprice', 'setCategory', 'setField'].includes(action) || action in questions;
}

function AskedForm({ values, onSubmit, onCancel, ...asked }: Omit<ParamsFormProps, 'request'> & Question) {
  const { rules, initial, fields, paramsOf = (typed: FormValues) => typed as BulkParams } = asked;
  return (
    <Form
      inDialog
      rules={rules}
      defaultValues={{ ...initial, ...values }}
      submitLabel={messages.preview}
      onSubmit={(typed) => onSubmit(paramsOf(typed), typed)}
      actions={<Button onClick={onCancel}>{common.cancel}</Button>}
    >
      {fields}
    </Form>
  );
}

export type Way = keyof typeof messages.ways;

export const ways = Object.entries(messages.ways).map(([value, label]) => ({ value: value as Way, label }));

/** A number that was typed, with a point before its decimals. */
function plain(value: unknown): string {
  return typeof value === 'string' ? swapSigns(value) : String(value);
}

export function numberOf(value: unknown): number {
  return Number(plain(value));
}

export const repriceRules = {
  percent: {
    label: messages.percent,
    checks: [
      required(messages.percent),
      {
        code: 'percent',
        test: (value: unknown) => /^[+-]?\d{1,4}(?:\.\d{1,4})?$/.test(plain(value)),
        message: messages.percentRule,
      },
      {
        code: 'percentRange',
        test: (value: unknown) => numberOf(value) !== 0 && numberOf(value) > -100 && numberOf(value) <= 1000,
        message: messages.percentRule,
      },
    ],
  },
  amount: {
    label: messages.amount,
    checks: [
      required(messages.amount),
      {
        code: 'amount',
        test: (value: unknown) => /^[+-]?\d{1,9}(?:\.\d{1,2})?$/.test(plain(value)) && numberOf(value) !== 0,
        message: messages.amountRule,
      },
    ],
  },
  price: allRules.ProjectSubscriptionInput.price,
} satisfies Record<Way, FormRules[string]>;

type When = keyof typeof messages.whens;

const whens = Object.entries(messages.whens).map(([value, label]) => ({ value: value as When, label }));

const fromRules = {
  label: messages.fromDay,
  checks: [
    required(messages.fromDay),
    {
      code: 'future',
      test: (value: unknown) => Date.parse(String(value)) > Date.now(),
      message: messages.fromDayRule,
    },
  ],
};

/**
 * By percent, by an amount, or to a price, from when on. What was typed for one way stays while another is tried. Terms that run keep their
 * price unless somebody says otherwise.
 */
function RepriceForm(props: ParamsFormProps) {
  const { values } = props;
  const [when, setWhen] = useState<When>((values?.when as When | undefined) ?? 'renewal');
  const [by, setBy] = useState<Way>((values?.by as Way | undefined) ?? 'percent');
  return (
    <AskedForm
      {...props}
      rules={{ [by]: repriceRules[by], ...(when === 'day' && { from: fromRules }) }}
      initial={{ percent: '', amount: '', price: '', from: '' }}
      paramsOf={(typed) => ({
        [by]: numberOf(typed[by]),
        from: when === 'day' ? `${String(typed.from)}T00:00:00Z` : when,
      })}
      onSubmit={(params, typed) => props.onSubmit(params, { ...typed, by, when })}
      fields={
        <>
          <Chips label={messages.by} options={ways} value={by} onChange={setBy} />
          {by === 'percent' && (
            <TextField name="percent" help={messages.percentHelp} inputMode="text" autoComplete="off" />
          )}
          {by === 'amount' && (
            <TextField name="amount" help={messages.amountHelp} inputMode="text" autoComplete="off" />
          )}
          {by === 'price' && <MoneyField name="price" width="full" />}
          <Chips label={messages.when} options={whens} value={when} onChange={setWhen} />
          {when === 'day' && (
            <TextField name="from" type="date" autoComplete="off" width="medium" help={messages.fromDayHelp} />
          )}
        </>
      }
    />
  );
}

/** Categories are texts that only the server knows. Those that are marked removed take nothing new. */
function CategoryForm(props: ParamsFormProps) {
  const kind = props.request.list as CatalogueKind;
  const query = useQuery({ ...categoriesQuery({ kind }), meta: failsInPlace });
  if (query.isError && !query.data) return <FailedQuery query={query} message={messages.categoriesFailed} />;
  if (!query.data) return <Skeleton height="6rem" />;
  const options = query.data.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name);
  return (
    <AskedForm
      {...props}
      rules={{ categoryName: allRules.ProductInput.categoryName }}
      initial={{ categoryName: '' }}
      fields={<ChoiceField name="categoryName" placeholder={messages.choose} options={options} />}
    />
  );
}

/** One own field, and its value: of another field another control. */
function FieldForm(props: ParamsFormProps) {
  const { request, values, onSubmit } = props;
  const fields = useOwnFields(request.list);
  const [key = fields[0]?.key, setKey] = useState(values?.key as string | undefined);
  const field = fields.find((one) => one.key === key);
  if (!field) return <p>{messages.noFields}</p>;
  const value = rulesOf(field, field.isRequired);
  return (
    <AskedForm
      key={key}
      {...props}
      values={key === values?.key ? values : undefined}
      rules={{ value }}
      initial={{ value: '' }}
      paramsOf={(typed) => ({ key: field.key, value: sent(field, typed.value) })}
      onSubmit={(params, typed) => onSubmit(params, { ...typed, key })}
      fields={
        <>
          <Select
            label={messages.field}
            options={fields.map((one) => ({ value: one.key, label: ownLabel(one) }))}
            value={field.key}
            onChange={setKey}
          />
          <OwnControl field={field} name="value" />
        </>
      }
    />
  );
}

/** What an action does with its parameters, in a sentence. */
export function sentenceOf({ list, action }: BulkRequest, params: BulkParams, own: readonly OwnField[] = []): string {
  switch (action) {
    case 'reprice':
      return `${repriceSentence(params)}${whenSentence(params.from)}`;
    case 'renew':
      return params.months ? messages.renewsFor(messages.ofMonths(params.months)) : messages.does.renew;
    case 'setRenewal':
      return params.autoRenew ? messages.does.renews : messages.does.ends;
    case 'setStatus':
      return messages.status(nameOf(statuses(list), Number(params.status)));
    case 'setCategory':
      return messages.category(params.categoryName ?? '');
    case 'setField':
      return fieldSentence(params, own);
    case 'addModerator':
      return messages.moderator(params.userEmail ?? '', nameOf(moderatorRole, params.role ?? 0));
    case 'handOver':
      return messages.handOver(params.toEmail ?? '');
    case 'invite':
      return currentAccount()?.noMailServer ? messages.inviteWithoutMail : messages.does.invite;
    default:
      return messages.does[action];
  }
}

function whenSentence(from: BulkParams['from']): string {
  if (!from || from === 'now') return '';
  return ` ${from === 'renewal' ? messages.fromRenewal : messages.fromDayOn(formatDay(from))}`;
}

function fieldSentence({ key = '', value }: BulkParams, own: readonly OwnField[]): string {
  const field = own.find((one) => one.key === key);
  const label = field ? ownLabel(field) : key;
  const text = ownText(value, field?.kind);
  return text === '' ? messages.clearField(label) : messages.setField(label, text);
}

function repriceSentence({ percent, amount, price }: BulkParams): string {
  if (typeof percent === 'number') {
    return (percent < 0 ? messages.percentDown : messages.percentUp)(swapSigns(String(Math.abs(percent))));
  }
  if (typeof amount === 'number') {
    return (amount < 0 ? messages.amountDown : messages.amountUp)(Math.abs(amount));
  }
  return messages.newPrice(price ?? 0);
}
