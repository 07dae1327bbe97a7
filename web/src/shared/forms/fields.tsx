import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cx } from '@/shared/ui/cx';
import { IconButton } from '@/shared/ui/IconButton';
import { FieldFrame, type FieldWidth } from './FieldFrame';
import styles from './Form.module.css';
import { useField } from './useField';

interface FieldProps {
  name: string;
  help?: string;
  width?: FieldWidth;
}

type TextFieldProps = FieldProps & Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'inputMode' | 'autoFocus'>;

export function TextField({ name, help, width, ...attributes }: TextFieldProps) {
  const { input, choices: _, ...frame } = useField(name);
  return (
    <FieldFrame {...frame} help={help} width={width}>
      <input type="text" {...attributes} {...input} className={styles.control} />
    </FieldFrame>
  );
}

export function TextAreaField({ name, help, width }: FieldProps) {
  const { input, choices: _, ...frame } = useField(name);
  return (
    <FieldFrame {...frame} help={help} width={width}>
      <textarea rows={4} {...input} className={cx(styles.control, styles.area)} />
    </FieldFrame>
  );
}

type PasswordFieldProps = FieldProps & { autoComplete: 'current-password' | 'new-password' };

export function PasswordField({ name, help, width, autoComplete }: PasswordFieldProps) {
  const { input, choices: _, ...frame } = useField(name);
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
          label={shown ? `Hide ${frame.label}` : `Show ${frame.label}`}
          icon={shown ? <EyeOff /> : <Eye />}
          aria-controls={frame.id}
          onClick={() => setShown(!shown)}
        />
      </div>
    </FieldFrame>
  );
}

/** A choice among the options of the field's own rule. */
export function SelectField({ name, help, width }: FieldProps) {
  const { input, choices, ...frame } = useField(name, { asNumber: true });
  return (
    <FieldFrame {...frame} help={help} width={width}>
      <select {...input} className={cx(styles.control, styles.select)}>
        {choices.map(({ key, value }) => (
          <option key={key} value={value}>
            {key}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
