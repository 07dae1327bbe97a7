import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import * as rules from '@/api/rules.gen';
import { formatMoney } from '@/shared/format/money';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { notify, undoOfAnswer } from '@/shared/toast';
import { Chips } from '@/shared/ui/inputs/Chips';
import { isLater } from './priceRules';
import { saveSubscription } from './resource';
import { type ProjectSubscription, subscriptionState } from './state';
import { plannedInWords } from './term';
import { messages } from './termDialogMessages';
import { messages as termMessages } from './termMessages';

const { MoneyField, TextField } = fieldsFor(rules.PlanInput);

type When = keyof typeof messages.whens;

interface PriceDialogProps {
  subscription: ProjectSubscription;
  onDone: () => void;
}

const from = {
  label: termMessages.day,
  checks: [
    { code: 'required', message: messages.dayRequired },
    { code: 'future', message: termMessages.fromRule, test: isLater },
  ],
};

/** Asks for a new price, and from when on. It comes with all that forms need only then: hence a default export. */
export default function PriceDialog({ subscription, onDone }: PriceDialogProps) {
  const client = useQueryClient();
  const { id, version, planned, price } = subscription;
  const { name } = subscription.subscription;
  // What has ended gets no price on a day before it is renewed.
  const hasEnded = subscriptionState(subscription) === 'ended';
  const [when, setWhen] = useState<When>(planned?.from ? 'day' : 'renewal');
  const whens = (Object.keys(messages.whens) as When[]).filter((one) => one !== 'day' || !hasEnded);

  async function save(values: { price: number; from: string }): Promise<object> {
    if (when === 'now') return saveSubscription(subscription, { price: values.price, priceWhen: 'now' }, version);
    const day = when === 'day' ? `${values.from}T00:00:00Z` : null;
    return api.put('/project/subscription/plan', { body: { id, version, price: values.price, from: day } });
  }

  return (
    <FormDialog
      title={messages.pricing(name)}
      onClose={onDone}
      rules={{ price: rules.ProjectSubscriptionInput.price, ...(when === 'day' && { from }) }}
      defaultValues={{ price: planned?.price ?? price, from: planned?.from?.slice(0, 10) ?? '' }}
      submitLabel={messages.save}
      onSubmit={async (values) => {
        const saved = await save(values);
        await invalidate(client, 'projectSubscription', id);
        const later = { price: values.price, from: when === 'day' ? values.from : null };
        notify.success(
          when === 'now'
            ? messages.priced(name, formatMoney(values.price))
            : messages.isPlanned(name, plannedInWords(later)),
          undoOfAnswer(saved),
        );
        onDone();
      }}
    >
      <MoneyField name="price" help={messages.priceHelp} />
      <Chips
        label={termMessages.from}
        options={whens.map((value) => ({ value, label: messages.whens[value] }))}
        value={when}
        onChange={setWhen}
      />
      {when === 'day' ? (
        <TextField name="from" type="date" autoComplete="off" width="medium" help={messages.whenHelp.day} />
      ) : (
        <p>{messages.whenHelp[when]}</p>
      )}
    </FormDialog>
  );
}
