import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { optionLabel } from '@/api/optionLabel';
import type { FieldName } from '@/api/rules';
import { cx } from '@/shared/ui/cx';
import { IconButton } from '@/shared/ui/IconButton';
import { FieldFrame, type FieldWidth } from './FieldFrame';
import styles from './Form.module.css';
import { messages } from './messages';
import { useField } from './useField';

interface FieldProps {
  name: FieldName;
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
