import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import * as rules from '@/api/settingsRules.gen';
import { messages as historyMessages } from '@/history/messages';
import { allRecords, nameAmongAll } from '@/records';
import { FormDialog } from '@/shared/forms/FormDialog';
import { FieldFrame, useField } from '@/shared/forms/fields/Field';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { NarrowingChip } from '@/shared/ui/inputs/Chips';
import { Select } from '@/shared/ui/inputs/Select';
import { messages } from './messages';
import styles from './Webhooks.module.css';
import { anyAction, inWords, type NewWebhook, type Webhook } from './webhooks';

const { TextField } = fieldsFor(rules.WebhookInput);
const first = `company.${anyAction}`;
const blank = { url: '', events: [first] };

interface WebhookDialogProps {
  /** The one to change; a new one without it. */
  of?: Webhook | undefined;
  onAdded: (added: NewWebhook) => void;
  onClose: () => void;
}

export default function WebhookDialog({ of, onAdded, onClose }: WebhookDialogProps) {
  const client = useQueryClient();

  async function save(values: typeof blank): Promise<void> {
    if (of) {
      const { id, version, isEnabled } = of;
      await api.put('/webhook', { body: { id, version, isEnabled, ...values } });
      notify.success(messages.saved);
    } else {
      onAdded(await api.post('/webhook', { body: { ...values, isEnabled: true } }));
    }
    onClose();
    await client.invalidateQueries({ queryKey: queryKeys.webhooks });
  }

  return (
    <FormDialog
      title={of ? messages.editing : messages.adding}
      intro={<p>{of ? messages.editingText : messages.addingText}</p>}
      onClose={onClose}
      rules={rules.WebhookInput}
      defaultValues={of ? { url: of.url, events: of.events } : blank}
      submitLabel={of ? messages.save : messages.add}
      onSubmit={save}
    >
      <TextField name="url" type="url" autoComplete="off" help={messages.urlHelp} />
      <EventsField isNew={!of} />
    </FormDialog>
  );
}

const kinds = allRecords.map((record) => ({ value: record.kind as string, label: nameAmongAll(record).title }));
const actions = [
  { value: anyAction, label: messages.anything },
  ...Object.entries(historyMessages.actions).map(([value, label]) => ({ value, label })),
];

/**
 * The events that are chosen, each of which can be taken away, and two lists to choose another from. What these show
 * counts without being added, as soon as they are changed; for a new webhook at once.
 */
function EventsField({ isNew }: { isNew: boolean }) {
  const { frame } = useField('events');
  const {
    field: { value, onChange },
  } = useController<typeof blank, 'events'>({ name: 'events' });
  const [event, setEvent] = useState(first);
  /** Of the events the one that only the lists show; what was typed before the dialog was left has none. */
  const [listed, setListed] = useState(() => (isNew && value.join() === first ? first : undefined));
  const added = value.filter((one) => one !== listed);
  const [kind = '', action = ''] = event.split('.');

  function choose(next: string) {
    setEvent(next);
    setListed(added.includes(next) ? undefined : next);
    onChange([...new Set([...added, next])]);
  }

  function add() {
    setListed(undefined);
    onChange([...added, event]);
  }

  return (
    <FieldFrame {...frame} help={isNew ? messages.eventsHelp : messages.furtherEventsHelp}>
      <div className={styles.chosen}>
        {added.map((one) => (
          <NarrowingChip
            key={one}
            label={inWords(one)}
            onRemove={() => onChange(value.filter((other) => other !== one))}
          />
        ))}
      </div>
      <div className={styles.picker}>
        <Select
          label={messages.records}
          options={kinds}
          value={kind}
          onChange={(next) => choose(`${next}.${action}`)}
        />
        <Select
          label={messages.happens}
          options={actions}
          value={action}
          onChange={(next) => choose(`${kind}.${next}`)}
        />
        <Button
          id={frame.id}
          aria-label={messages.addEvent}
          icon={<Plus aria-hidden />}
          disabled={added.includes(event)}
          onClick={add}
        >
          {messages.addEvent}
        </Button>
      </div>
    </FieldFrame>
  );
}
