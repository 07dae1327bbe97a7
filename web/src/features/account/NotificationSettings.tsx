import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { setServerData } from '@/api/invalidate';
import { queryKeys } from '@/api/queryKeys';
import * as rules from '@/api/settingsRules.gen';
import { updateAccount } from '@/session/session';
import { useAccount } from '@/session/useAccount';
import { localTimeZone, timeZones } from '@/shared/format/date';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { failsInPlace } from '@/shared/loading/readFailure';
import { notify } from '@/shared/toast';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import styles from './AccountPage.module.css';
import { messages } from './messages';

type Settings = AnswerOf<'/account/notificationSettings', 'get'>;

export const settingsQuery = queryOptions({
  queryKey: queryKeys.notificationSettings,
  meta: failsInPlace,
  queryFn: ({ signal }) => api.get('/account/notificationSettings', { signal }),
});

const { email, hour, timeZone } = rules.NotificationSettingsInput;
const settingRules = {
  remindDays: {
    label: messages.remindDays,
    checks: [{ code: 'days', message: messages.remindDaysRefused, test: (text: unknown) => isDays(String(text)) }],
  },
  email: { ...email, label: messages.mails },
  hour: { ...hour, label: messages.hour },
  timeZone: { ...timeZone, label: messages.timeZone },
  endsSoon: { label: messages.kinds.endsSoon, checks: [] },
  ended: { label: messages.kinds.ended, checks: [] },
  renewed: { label: messages.kinds.renewed, checks: [] },
  canceled: { label: messages.kinds.canceled, checks: [] },
  mention: { label: messages.kinds.mention, checks: [] },
  onlyResponsible: { label: messages.onlyResponsible, checks: [] },
};
const { TextField, NumberField, ChoiceField, CheckboxField } = fieldsFor(settingRules);

const mailOptions = Object.entries(messages.mailOptions).map(([value, label]) => ({ value, label }));

/** Of what the user is told, how early, and by which mails. */
export function NotificationSettings() {
  const result = useQuery(settingsQuery);
  const { data, isError } = result;
  if (data) return <SettingsForm settings={data} />;
  if (!isError) return <Skeleton height={420} />;
  return <FailedQuery query={result} message={messages.settingsFailed} />;
}

type Values = Omit<Settings, 'kinds' | 'remindDays'> & Settings['kinds'] & { remindDays: string | null };

function SettingsForm({ settings }: { settings: Settings }) {
  const client = useQueryClient();
  const account = useAccount();

  async function save({ endsSoon, ended, renewed, canceled, mention, remindDays, ...others }: Values) {
    const kinds = { endsSoon, ended, renewed, canceled, mention };
    const body = { ...others, kinds, remindDays: daysIn(remindDays ?? '') };
    const saved = await api.put('/account/notificationSettings', { body });
    setServerData(client, settingsQuery.queryKey, saved);
    // Times are shown by it.
    updateAccount({ ...account, timeZone: saved.timeZone });
    notify.success(messages.settingsSaved);
  }

  return (
    <Form
      label={messages.notifications}
      rules={settingRules}
      defaultValues={valuesOf(settings)}
      onSubmit={save}
      submitLabel={messages.saveSettings}
    >
      <fieldset className={styles.kinds}>
        <legend>{messages.subscriptions}</legend>
        <CheckboxField name="endsSoon" />
        <CheckboxField name="ended" />
        <CheckboxField name="renewed" />
        <CheckboxField name="canceled" />
        <CheckboxField name="mention" />
      </fieldset>
      <CheckboxField name="onlyResponsible" help={messages.onlyResponsibleHelp} />
      <TextField name="remindDays" inputMode="numeric" autoComplete="off" help={messages.remindDaysHelp} />
      {account.noMailServer && <Note>{messages.noMailServer}</Note>}
      <ChoiceField name="email" width="medium" options={mailOptions} />
      <NumberField name="hour" help={messages.hourHelp} />
      <ChoiceField name="timeZone" width="medium" options={timeZones()} help={messages.timeZoneHelp(localTimeZone())} />
    </Form>
  );
}

function valuesOf({ kinds, remindDays, ...others }: Settings): Values {
  return {
    ...others,
    ...kinds,
    remindDays: remindDays.join(', '),
    // Nobody who gets no mails has chosen a time zone yet: that of the browser is the best guess.
    timeZone: others.timeZone === 'UTC' && others.email === 'off' ? localTimeZone() : others.timeZone,
  };
}

function daysIn(text: string): number[] {
  return text.split(/[\s,;]+/).flatMap((day) => (day === '' ? [] : Number(day)));
}

function isDays(text: string): boolean {
  const days = daysIn(text);
  return days.length <= 6 && new Set(days).size === days.length && days.every(isDay);
}

function isDay(day: number): boolean {
  return Number.isInteger(day) && day >= 0 && day <= 90;
}
