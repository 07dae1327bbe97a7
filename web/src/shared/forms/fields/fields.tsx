import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { optionLabel } from '@/api/enumerations';
import type { FormRules } from '@/api/rules';
import { formatAmount, readAmount } from '@/shared/format/money';
import styles from '@/shared/forms/Form.module.css';
import { messages } from '@/shared/forms/messages';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { cx } from '@/shared/ui/cx';
import { FieldFrame, type FieldWidth, useField } from './Field';
import own from './fields.module.css';

interface FieldProps {
  name: string;
  help?: ReactNode;
  width?: FieldWidth;
}

type TextFieldProps = FieldProps & Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'inputMode'>;

export function TextField({ name, help, width, ...attributes }: TextFieldProps) {
  const { frame, input } = useField(name);
  return (
    <FieldFrame {...frame} help={help} width={width}>
      <input type="text" {...attributes} {...input} className={styles.control} />
    </FieldFrame>
  );
}

export function TextAreaField({ name, help, width }: FieldProps) {
  const { frame, input } = useField(name);
  return (
    <FieldFrame {...frame} help={help} width={width}>
      <textarea rows={4} {...input} className={cx(styles.control, styles.area)} />
    </FieldFrame>
  );
}

type PasswordFieldProps = FieldProps & { autoComplete: 'current-password' | 'new-password' };

export function PasswordField({ name, help, width, autoComplete }: PasswordFieldProps) {
  const { frame, input } = useField(name);
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...frame} help={help} width={width}>
      <div className={styles.withButton}>
        <input
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          className={styles.control}
        />
        <IconButton
          label={shown ? messages.hideTyped : messages.showTyped}
          icon={shown ? <EyeOff /> : <Eye />}
          aria-controls={frame.id}
          onClick={() => setShown(!shown)}
        />
      </div>
    </FieldFrame>
  );
}

type SelectFieldProps = FieldProps & {
  /** Those of the options that this user may choose; the present value is always among them. */
  only?: readonly number[] | undefined;
};

/** A choice among the options of the field's own rule. */
export function SelectField({ name, help, width, only }: SelectFieldProps) {
  const { frame, input, choices } = useField(name, { asNumber: true });
  const [present] = useState(useWatch({ name }));
  const offered = choices.filter(({ value }) => !only || only.includes(value) || value === present);
  return (
    <FieldFrame {...frame} help={help} width={width}>
      <select {...input} className={cx(styles.control, styles.select)}>
        {offered.map(({ key, value }) => (
          <option key={key} value={value}>
            {optionLabel(key)}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** An amount in US dollars, the only currency. Its value is a number; when it is left it shows two decimals. */
export function MoneyField({ name, help, width = 'medium' }: FieldProps) {
  const { frame, input } = useField(name);
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ name });
  // While it is being typed the text stands as it is: 1. is on its way to 1.5.
  const [typed, setTyped] = useState<string>();
  const unitId = useId();

  return (
    <FieldFrame {...frame} help={help} width={width}>
      <div className={own.money}>
        <span className={own.sign} aria-hidden>
          {messages.dollarSign}
        </span>
        <input
          {...input}
          ref={ref}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-describedby={`${unitId} ${frame.noteId}`}
          className={styles.control}
          value={typed ?? formatAmount(typeof value === 'number' ? value : String(value ?? ''))}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange(readAmount(event.target.value));
          }}
          onBlur={() => {
            setTyped(undefined);
            onBlur();
          }}
        />
        <span id={unitId} className={own.unit}>
          {messages.currency}
        </span>
      </div>
    </FieldFrame>
  );
}

/** A whole number. */
export function NumberField({ name, help, width = 'medium' }: FieldProps) {
  const { frame, input } = useField(name, { asNumber: true });
  return (
    <FieldFrame {...frame} help={help} width={width}>
      <input type="text" inputMode="numeric" autoComplete="off" {...input} className={styles.control} />
    </FieldFrame>
  );
}

/** A yes or no, with its label beside it. */
export function CheckboxField({ name, help }: FieldProps) {
  const { frame, input } = useField(name);
  const { id, noteId, label } = frame;
  return (
    <div className={own.checkbox}>
      <input type="checkbox" {...input} />
      <label htmlFor={id}>{label}</label>
      <p id={noteId}>{help}</p>
    </div>
  );
}

type ChoiceFieldProps = FieldProps & {
  options: readonly (string | { value: string; label: string })[];
  /** Stands for nothing chosen yet, where that is possible. */
  placeholder?: string;
};

/** A choice among texts that only the server knows. */
export function ChoiceField({ name, help, width, options, placeholder }: ChoiceFieldProps) {
  const { frame, input } = useField(name);
  const { field } = useController({ name });
  return (
    <FieldFrame {...frame} help={help} width={width}>
      <select {...input} {...field} className={cx(styles.control, styles.select)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => {
          const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
          return (
            <option key={value} value={value}>
              {label}
            </option>
          );
        })}
      </select>
    </FieldFrame>
  );
}

const fields = {
  TextField,
  TextAreaField,
  PasswordField,
  SelectField,
  MoneyField,
  NumberField,
  CheckboxField,
  ChoiceField,
};

type WithName<Component, Name> = Component extends (props: infer Props) => infer Element
  ? (props: Omit<Props, 'name'> & { name: Name }) => Element
  : never;

/** The fields of a form with these rules: one with a name that the rules do not have does not compile. */
export function fieldsFor<Rules extends FormRules>(_rules: Rules) {
  return fields as { [Kind in keyof typeof fields]: WithName<(typeof fields)[Kind], keyof Rules & string> };
}
