import { fieldsFor } from '@/shared/forms/fields/fields';
import { Note } from '@/shared/ui/text/Note';
import styles from './EndWithPassword.module.css';
import { endMessages as messages } from './endMessages';

/** For forms that set a password: what else ends with the old one. */
export const endRules = {
  endKeys: { label: messages.keys, checks: [] },
  endCalendar: { label: messages.calendar, checks: [] },
};
export const endNothing = { endKeys: false, endCalendar: false };

const { CheckboxField } = fieldsFor(endRules);

export function EndWithPassword() {
  return (
    <fieldset className={styles.ends}>
      <legend>{messages.title}</legend>
      <Note>{messages.text}</Note>
      <CheckboxField name="endKeys" />
      <CheckboxField name="endCalendar" />
    </fieldset>
  );
}
