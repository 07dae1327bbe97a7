import { useFormContext, useWatch } from 'react-hook-form';
import { api, type BodyOf } from '@/api/client';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { Chips } from '@/shared/ui/inputs/Chips';
import styles from './PeriodFields.module.css';
import { priceRules } from './priceRules';
import type { ProjectSubscription } from './state';
import { messages } from './termDialogMessages';
import { messages as termMessages } from './termMessages';

const { TextField } = fieldsFor(priceRules);

type When = keyof typeof messages.whens;

const options = Object.entries(messages.whens).map(([value, label]) => ({ value: value as When, label }));

/** From when on the changed price of a running term counts. Few edits change it: hence a part of its own. */
export default function PriceFrom() {
  const { setValue } = useFormContext();
  const when = (useWatch({ name: 'priceWhen' }) as When | '') || 'renewal';
  return (
    <>
      <div className={styles.term}>
        <Chips
          label={termMessages.from}
          options={options}
          value={when}
          onChange={(value) => setValue('priceWhen', value, { shouldDirty: true })}
        />
        <p className={styles.words} aria-live="polite">
          {messages.whenHelp[when]}
        </p>
      </div>
      {when === 'day' && <TextField name="priceFrom" type="date" autoComplete="off" width="short" />}
    </>
  );
}

type Edit = BodyOf<'/project/subscription', 'put'>;

/** Saves an edit whose price counts from later on, null for the next renewal: whatever else it changes counts at once. */
export async function savePlanned(stored: ProjectSubscription, { price, ...edit }: Edit, from: string | null) {
  const before = stored as Record<string, unknown>;
  const isMore = Object.entries(edit).some(
    ([name, value]) => name !== 'version' && JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  const { version } = isMore
    ? await api.put('/project/subscription', { body: { ...edit, price: stored.price } })
    : edit;
  const plan = { id: stored.id, version: version ?? null, price: price ?? null, from };
  const saved = await api.put('/project/subscription/plan', { body: plan });
  // An Undo of the second of two changes would leave the first one.
  return isMore ? { ...saved } : saved;
}
