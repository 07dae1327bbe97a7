import { createContext, type ReactNode, use, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import type { FormRules, Option } from '@/api/rules';
import styles from '@/shared/forms/Form.module.css';
import { messages } from '@/shared/forms/messages';
import { cx } from '@/shared/ui/cx';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';

/** The rules of the surrounding form, by field name. */
export const RulesContext = createContext<FormRules>({});

/** Ties one input to the surrounding form: its label, rules and error, and the properties that connect them. */
export function useField(name: string, options: { asNumber?: boolean } = {}) {
  const rules = use(RulesContext);
  const field = rules[name];
  if (!field) throw new Error(`the form has no rules for the field ${name}`);

  const { register, trigger, formState } = useFormContext();
  const { errors } = formState;
  const id = useId();
  const error = errors[name]?.message as string | undefined;

  /** A confirmation that did not match may match now. */
  const recheckDependants = () => {
    const dependants = Object.keys(rules).filter((other) => other in errors && dependsOn(other));
    if (dependants.length > 0) void trigger(dependants);
  };
  const dependsOn = (other: string) => rules[other]?.checks.some((check) => check.field === name);

  const isRequired = (other = '') => rules[other]?.checks.some(({ code }) => code === 'required') ?? false;
  // What must equal a required field can not be left out either.
  const required =
    isRequired(name) || field.checks.some(({ code, field: other }) => code === 'equals' && isRequired(other));
  const noteId = `${id}-note`;
  return {
    frame: { id, noteId, label: field.label, required, error },
    choices: field.checks.flatMap((check): readonly Option[] => check.options ?? []),
    input: {
      ...register(name, { onChange: recheckDependants, ...(options.asNumber && { setValueAs: toNumber }) }),
      id,
      'aria-required': required,
      'aria-invalid': error !== undefined,
      'aria-describedby': noteId,
    },
  };
}

/** Text that is not a number stays, for the rules of the field to refuse. */
function toNumber(value: unknown): unknown {
  if (value === null || value === undefined || String(value).trim() === '') return '';
  return Number.isNaN(Number(value)) ? value : Number(value);
}

export type FieldWidth = 'short' | 'medium' | 'full';

interface FieldFrameProps {
  id: string;
  noteId: string;
  label: string;
  required: boolean;
  error: string | undefined;
  help?: ReactNode;
  width?: FieldWidth | undefined;
  children: ReactNode;
}

/** A label above, a control, and below it the help, or the error in its place. */
export function FieldFrame({ id, noteId, label, required, error, help, width = 'full', children }: FieldFrameProps) {
  return (
    <div className={cx(styles.field, styles[width], error !== undefined && styles.invalid)}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && (
          <>
            <span aria-hidden className={styles.asterisk}>
              {' '}
              *
            </span>
            <VisuallyHidden>{messages.required}</VisuallyHidden>
          </>
        )}
      </label>
      {children}
      <p id={noteId} className={error === undefined ? styles.help : styles.error} aria-live="polite">
        {error ?? help}
      </p>
    </div>
  );
}
