import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import * as rules from '@/api/settingsRules.gen';
import { OptionalCompanyField, optionalCompany } from '@/resource/OptionalCompany';
import { FormDialog } from '@/shared/forms/FormDialog';
import { FieldFrame, useField } from '@/shared/forms/fields/Field';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { notify } from '@/shared/toast';
import styles from './Channels.module.css';
import { type Channel, channelsKey, events } from './channels';
import { messages } from './messages';

const { name, kind, url, events: eventRules, when } = rules.ChannelInput;
const newRules = {
  name: { ...name, label: messages.name },
  kind: { ...kind, label: messages.kind },
  url: { ...url, label: messages.url, isSecret: true },
  events: { ...eventRules, label: messages.events },
  when: { ...when, label: messages.when },
  companyId: optionalCompany,
};
const editRules = { ...newRules, url: { ...rules.ChannelEdit.url, label: messages.url, isSecret: true } };
const { TextField, ChoiceField } = fieldsFor(newRules);

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
const kinds = optionsOf(messages.kinds);
const whens = optionsOf(messages.whens);

const nothing = {
  name: '',
  kind: 'slack',
  url: '' as string | null,
  events: events.filter((event) => event !== 'renewed' && event !== 'mention') as string[],
  when: 'each',
  companyId: null as string | null,
};

interface ChannelDialogProps {
  /** The one to change; a new one without it. */
  of?: Channel | undefined;
  onClose: () => void;
}

/** Asks for a channel. Loaded with the first one, hence a default export. */
export default function ChannelDialog({ of, onClose }: ChannelDialogProps) {
  const client = useQueryClient();

  async function save({ url: address, companyId, ...values }: typeof nothing, version?: number): Promise<void> {
    const body = { ...values, companyId: companyId || null };
    if (of) {
      const { id, isEnabled } = of;
      await api.put('/channel', {
        body: { id, version: version ?? of.version, isEnabled, ...body, ...(address && { url: address }) },
      });
    } else {
      await api.post('/channel', { body: { ...body, url: address ?? '', isEnabled: true } });
    }
    notify.success(of ? messages.saved : messages.added);
    onClose();
    await client.invalidateQueries({ queryKey: channelsKey });
  }

  return (
    <FormDialog
      title={of ? messages.editing : messages.adding}
      intro={<p>{of ? messages.editingText : messages.addingText}</p>}
      onClose={onClose}
      rules={of ? editRules : newRules}
      defaultValues={of ? valuesOf(of) : nothing}
      {...(of && { editing: of, currentValues: (current: unknown) => valuesOf(current as Channel) })}
      submitLabel={of ? messages.save : messages.add}
      onSubmit={save}
    >
      <TextField name="name" autoComplete="off" help={messages.nameHelp} />
      <ChoiceField name="kind" options={kinds} help={messages.kindHelp} />
      <TextField name="url" type="url" autoComplete="off" help={of ? messages.urlKept : messages.urlHelp} />
      <EventsField />
      <ChoiceField name="when" options={whens} width="medium" />
      <OptionalCompanyField help={messages.companyHelp} present={of?.companyName} />
    </FormDialog>
  );
}

function valuesOf({ name: called, kind: chat, events: told, when: at, companyId }: Channel): typeof nothing {
  return { name: called, kind: chat, url: '', events: told, when: at, companyId };
}

/** A box for each event. */
function EventsField() {
  const { frame, input } = useField('events');
  return (
    <FieldFrame {...frame}>
      <div className={styles.choices}>
        {events.map((event, i) => (
          <label key={event}>
            <input
              type="checkbox"
              value={event}
              {...input}
              id={i === 0 ? frame.id : undefined}
              aria-label={messages.eventNames[event]}
            />
            {messages.eventNames[event]}
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}
