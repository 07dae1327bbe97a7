import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { common } from '@/shared/messages';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import styles from './Chips.module.css';

interface ChipsProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** A filter with few choices, one of which holds. */
export function Chips<T extends string>({ label, options, value, onChange }: ChipsProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form, this is a row of switches
    <div className={styles.chips} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** Filters that other pages have set, in a line of their own: what they say may be known later than they are shown. */
export function NarrowingLine({ children }: { children: ReactNode }) {
  return (
    <div className={styles.line} data-always>
      {children}
    </div>
  );
}

/** A filter that another page has set; a click on it takes it away. */
export function NarrowingChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.narrowing} title={label} onClick={onRemove}>
      <span className={styles.label}>{label}</span>
      <VisuallyHidden>{common.showAll}</VisuallyHidden>
      <X size={14} aria-hidden />
    </button>
  );
}
