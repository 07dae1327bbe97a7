import type { FieldName } from '@/api/rules';
import styles from './CheckboxField.module.css';
import { useField } from './useField';

interface CheckboxFieldProps {
  name: FieldName;
  help?: string;
}

/** A yes or no, with its label beside it. */
export function CheckboxField({ name, help }: CheckboxFieldProps) {
  const { frame, input } = useField(name);
  const { id, noteId, label } = frame;
  return (
    <div className={styles.field}>
      <input type="checkbox" {...input} />
      <label htmlFor={id}>{label}</label>
      <p id={noteId}>{help}</p>
    </div>
  );
}
