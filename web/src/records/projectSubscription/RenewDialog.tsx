import { useQueryClient } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import * as rules from '@/api/rules.gen';
import { messages as itemMessages } from '@/records/projectItem/messages';
import { formatDay } from '@/shared/format/date';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { notify, undoOfAnswer } from '@/shared/toast';
import { Chips } from '@/shared/ui/inputs/Chips';
import { dayOf, endOfTerm, type Term, terms } from './period';
import type { ProjectSubscription } from './state';
import { nextOf } from './term';
import { messages } from './termDialogMessages';
import { messages as termMessages } from './termMessages';

const { MoneyField, TextField } = fieldsFor(rules.ProjectSubscriptionInput);

interface RenewDialogProps {
  subscription: ProjectSubscription;
  onDone: () => void;
}

/** Asks for another end or price of the next period. It comes with all that forms need only then: hence a default export. */
export default function RenewDialog({ subscription, onDone }: RenewDialogProps) {
  const client = useQueryClient();
  const { id, version } = subscription;
  const { name } = subscription.subscription;
  const next = nextOf(subscription);
  const start = dayOf(next.startAt);
  const usual = { endAt: dayOf(next.endAt), price: next.price };
  return (
    <FormDialog
      title={messages.renewing(name)}
      intro={<p>{messages.nextFrom(formatDay(next.startAt))}</p>}
      onClose={onDone}
      rules={{
        endAt: {
          ...rules.ProjectSubscriptionInput.endAt,
          label: messages.until,
          checks: [
            ...rules.ProjectSubscriptionInput.endAt.checks,
            {
              code: 'order',
              message: messages.untilRule(formatDay(next.startAt)),
              test: (day: unknown) => String(day) >= start,
            },
          ],
        },
        price: rules.ProjectSubscriptionInput.price,
      }}
      defaultValues={usual}
      submitLabel={messages.renew}
      onSubmit={async ({ endAt, price }) => {
        const saved = await api.put('/project/subscription/renew', {
          // By the rule where nothing else is wanted, which keeps the rhythm of months.
          body: {
            id,
            version,
            ...(endAt !== usual.endAt && { endAt: `${endAt}T23:59:59Z` }),
            ...(price !== usual.price && { price }),
          },
        });
        await invalidate(client, 'projectSubscription', id);
        notify.success(termMessages.renewed(name, formatDay(saved.endAt)), undoOfAnswer(saved));
        onDone();
      }}
    >
      <TermField start={start} />
      <MoneyField name="price" help={messages.priceHelp} />
    </FormDialog>
  );
}

const options = [...(Object.keys(terms) as Term[]), 'until' as const].map((value) => ({
  value,
  label: itemMessages.terms[value],
}));

/** Usual terms, or a last day. */
function TermField({ start }: { start: string }) {
  const { setValue } = useFormContext();
  const endAt: unknown = useWatch({ name: 'endAt' });
  const known = (Object.keys(terms) as Term[]).find((term) => endOfTerm(start, term) === endAt);
  return (
    <>
      <Chips
        label={itemMessages.term}
        options={options}
        value={known ?? 'until'}
        onChange={(term) => {
          if (term !== 'until') setValue('endAt', endOfTerm(start, term), { shouldDirty: true, shouldValidate: true });
        }}
      />
      <TextField name="endAt" type="date" autoComplete="off" width="medium" help={messages.untilHelp} />
    </>
  );
}
