import { useController } from 'react-hook-form';
import type { FieldName } from '@/api/rules';
import { cx } from '@/shared/ui/cx';
import { FieldFrame, type FieldWidth } from './FieldFrame';
import styles from './Form.module.css';
import { useField } from './useField';

interface ChoiceFieldProps {
  name: FieldName;
  help?: string;
  width?: FieldWidth;
  options: readonly string[];
  /** Stands for nothing chosen yet. */
  placeholder: string;
}

/** A choice among texts that only the server knows. */
export function ChoiceField({ name, help, width, options, placeholder }: ChoiceFieldProps) {
  const { frame, input } = useField(name);
  const { field } = useController({ name });
  return (
    <FieldFrame {...frame} help={help} width={width}>
      <select {...input} {...field} className={cx(styles.control, styles.select)}>
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
