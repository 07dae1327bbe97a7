import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import type { FieldName } from '@/api/rules';
import { formatAmount, readAmount } from '@/shared/format/money';
import { recordMessages } from '@/shared/recordMessages';
import { FieldFrame, type FieldWidth } from './FieldFrame';
import formStyles from './Form.module.css';
import styles from './MoneyField.module.css';
import { useField } from './useField';

interface MoneyFieldProps {
  name: FieldName;
  help?: string;
  width?: FieldWidth;
}

/** An amount in US dollars, the only currency. Its value is a number; when it is left it shows two decimals. */
export function MoneyField({ name, help, width = 'medium' }: MoneyFieldProps) {
  const { frame, input } = useField(name);
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ name });
  // While it is being typed the text stands as it is: 1. is on its way to 1.5.
  const [typed, setTyped] = useState<string>();
  const unitId = useId();

  return (
    <FieldFrame {...frame} help={help} width={width}>
      <div className={styles.money}>
        <span className={styles.sign} aria-hidden>
          {recordMessages.dollarSign}
        </span>
        <input
          {...input}
          ref={ref}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-describedby={`${unitId} ${frame.noteId}`}
          className={formStyles.control}
          value={typed ?? (typeof value === 'number' ? formatAmount(value) : String(value ?? ''))}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange(readAmount(event.target.value));
          }}
          onBlur={() => {
            setTyped(undefined);
            onBlur();
          }}
        />
        <span id={unitId} className={styles.unit}>
          {recordMessages.currency}
        </span>
      </div>
    </FieldFrame>
  );
}
