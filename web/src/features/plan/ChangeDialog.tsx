import { useState } from 'react';
import type { FormRules } from '@/api/rules';
import * as rules from '@/api/rules.gen';
import { bulkActions } from '@/bulk/actions';
import { messages as bulkMessages } from '@/bulk/messages';
import { numberOf, repriceRules, type Way, ways } from '@/bulk/params';
import { OptionalCompanyField, optionalCompany } from '@/resource/OptionalCompany';
import { useAccount } from '@/session/useAccount';
import { formatDay } from '@/shared/format/date';
import { formatAmount } from '@/shared/format/money';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import type { FormValues } from '@/shared/forms/values';
import { Chips } from '@/shared/ui/inputs/Chips';
import { messages } from './messages';
import { type Asked, type Days, whoseText } from './plan';
import type { ForecastEvent, PlanAction, PlanChange } from './types';

const required = (label: string) => ({ code: 'required', message: bulkMessages.required(label) });

/** The rules of all that may be asked for. */
const asked = {
  ...repriceRules,
  autoRenew: { label: bulkMessages.renewal, checks: [required(bulkMessages.renewal)] },
  months: { label: bulkMessages.months, checks: [] },
  reason: rules.CancelInput.cancelationReason,
  on: { label: messages.day, checks: [required(messages.day)] },
} satisfies FormRules;

const { ChoiceField, MoneyField, TextAreaField, TextField } = fieldsFor(asked);

interface ChangeDialogProps {
  about: Asked;
  days: Days;
  known: readonly ForecastEvent[];
  onDone: (change: PlanChange) => void;
  onClose: () => void;
}

type From = keyof typeof messages.froms;

const froms = Object.entries(messages.froms).map(([value, label]) => ({ value: value as From, label }));
const renewals = [
  { value: 'true', label: bulkMessages.renews },
  { value: 'false', label: bulkMessages.ends },
];
const lengths = [1, 3, 6, 12, 24, 36].map((months) => ({
  value: String(months),
  label: bulkMessages.ofMonths(months),
}));

/** Asks what is tried, for which subscriptions and on which day. Loaded when it is first opened, hence a default export. */
export default function ChangeDialog({ about, days, known, onDone, onClose }: ChangeDialogProps) {
  const account = useAccount();
  const { change, selection, index } = about;
  const params = change?.params ?? {};
  const [action, setAction] = useState<PlanAction>(change?.action ?? 'reprice');
  const [by, setBy] = useState<Way>(ways.find(({ value }) => typeof params[value] === 'number')?.value ?? 'percent');
  const [from, setFrom] = useState<From>(params.from === 'renewal' ? 'renewal' : 'now');
  const allowed = bulkActions('projectSubscription', account).map((one) => one.action);
  const actions = (Object.entries(messages.actions) as [PlanAction, string][])
    .map(([value, label]) => ({ value, label }))
    .filter(({ value }) => allowed.includes(value));
  const isOpen = !change && !selection;

  return (
    <FormDialog
      title={index === undefined ? messages.adding : messages.editing}
      intro={
        !isOpen && (
          <p dir="auto">
            {change
              ? messages.forWhich(whoseText(change, undefined, about.event ? [about.event] : known))
              : messages.selected(selection?.count ?? 0)}
          </p>
        )
      }
      onClose={onClose}
      rules={rulesFor(action, by, days, isOpen)}
      defaultValues={{ ...initialOf(params), on: change?.on ?? days.first, companyId: '' }}
      submitLabel={index === undefined ? messages.addVerb : messages.editVerb}
      onSubmit={async (values) =>
        onDone({
          list: 'projectSubscription',
          ...recordsOf(about, values),
          action,
          params: paramsOf(action, by, from, values),
          on: String(values.on),
        })
      }
    >
      <Chips label={messages.what} options={actions} value={action} onChange={setAction} />
      {action === 'reprice' && (
        <>
          <Chips label={bulkMessages.by} options={ways} value={by} onChange={setBy} />
          {by === 'percent' && <TextField name="percent" help={bulkMessages.percentHelp} autoComplete="off" />}
          {by === 'amount' && <TextField name="amount" help={bulkMessages.amountHelp} autoComplete="off" />}
          {by === 'price' && <MoneyField name="price" width="full" />}
          <Chips label={messages.from} options={froms} value={from} onChange={setFrom} />
        </>
      )}
      {action === 'setRenewal' && <ChoiceField name="autoRenew" placeholder={bulkMessages.choose} options={renewals} />}
      {action === 'renew' && <ChoiceField name="months" placeholder={bulkMessages.asBefore} options={lengths} />}
      {action === 'cancel' && <TextAreaField name="reason" help={bulkMessages.reasonHelp} />}
      {isOpen && <OptionalCompanyField help={messages.companyHelp} />}
      <TextField name="on" type="date" autoComplete="off" width="medium" help={messages.dayHelp} />
    </FormDialog>
  );
}

function initialOf({ percent, amount, price, months, autoRenew, reason }: PlanChange['params']): FormValues {
  const signed = (value: unknown) => (typeof value === 'number' ? formatAmount(String(value)) : '');
  return {
    percent: signed(percent),
    amount: signed(amount),
    price: price ?? '',
    months: months ? String(months) : '',
    autoRenew: autoRenew === undefined || autoRenew === null ? '' : String(autoRenew),
    reason: typeof reason === 'string' ? reason : '',
  };
}

function rulesFor(action: PlanAction, by: Way, { first, last }: Days, isOpen: boolean): FormRules {
  const { on, ...others } = asked;
  const days = {
    code: 'days',
    test: (value: unknown) => String(value) >= first && String(value) <= last,
    message: messages.dayRule(formatDay(first), formatDay(last)),
  };
  const name = { reprice: by, setRenewal: 'autoRenew', renew: 'months', cancel: 'reason' } as const;
  return {
    ...(isOpen && { companyId: optionalCompany }),
    [name[action]]: others[name[action]],
    on: { ...on, checks: [...on.checks, days] },
  };
}

/** Without a selection, all that run, or those of one customer. */
function recordsOf({ change, selection }: Asked, { companyId }: FormValues): Pick<PlanChange, 'ids' | 'query'> {
  if (change) return change.ids ? { ids: change.ids } : { query: change.query ?? '' };
  if (selection) return selection.records;
  const running = { State: 'active,renews', ...(companyId ? { CompanyId: String(companyId) } : {}) };
  return { query: new URLSearchParams(running).toString() };
}

function paramsOf(action: PlanAction, by: Way, from: From, values: FormValues): PlanChange['params'] {
  switch (action) {
    case 'reprice':
      return { [by]: numberOf(values[by]), ...(from === 'renewal' && { from }) };
    case 'setRenewal':
      return { autoRenew: String(values.autoRenew) === 'true' };
    case 'renew':
      return values.months ? { months: Number(values.months) } : {};
    default:
      return { reason: String(values.reason ?? '') };
  }
}
