import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { common } from '@/shared/messages';
import { Button } from '@/shared/ui/buttons/Button';
import { NarrowingLine } from '@/shared/ui/inputs/Chips';
import { Popover } from '@/shared/ui/overlays/Popover';
import styles from './Filters.module.css';
import { messages } from './messages';

/** A filter of a list that is chosen in an editor of its own. The address has its value. */
export interface FieldFilter {
  /** Its names in the address. */
  params: readonly string[];
  label: string;
  /** What it narrows the list by, in words; empty where it does not. */
  text: string;
  /** Not given for what only links from other pages set. */
  renderEditor?: (onDone: () => void) => ReactNode;
}

export type OnFilter = (changes: Record<string, string | undefined>) => void;

interface FilterLineProps {
  filters: readonly FieldFilter[];
  onChange: OnFilter;
}

/** The filters that hold, each as a chip: its text opens the editor, its cross takes it away. */
export function FilterLine({ filters, onChange }: FilterLineProps) {
  const held = filters.filter(({ text }) => text !== '');
  if (held.length === 0) return null;
  return (
    <NarrowingLine>
      {held.map(({ params, text, renderEditor }) => (
        <span key={params.join()} className={styles.chip}>
          {renderEditor ? (
            <Popover label={text} name={messages.edit(text)} className={styles.text} align="start">
              {renderEditor}
            </Popover>
          ) : (
            <span className={styles.text} title={text}>
              {text}
            </span>
          )}
          <button
            type="button"
            className={styles.cross}
            aria-label={text + common.showAll}
            onClick={() => onChange(Object.fromEntries(params.map((name) => [name, undefined])))}
          >
            <X size={14} aria-hidden />
          </button>
        </span>
      ))}
    </NarrowingLine>
  );
}

/** Offers the filters that do not hold yet. */
export function AddFilter({ filters }: Pick<FilterLineProps, 'filters'>) {
  return (
    <Popover label={messages.add} icon={<ListFilter aria-hidden />} isIcon align="start">
      {(close) => <Offer filters={filters} onDone={close} />}
    </Popover>
  );
}

function Offer({ filters, onDone }: Pick<FilterLineProps, 'filters'> & { onDone: () => void }) {
  const [chosen, setChosen] = useState<string>();
  const offered = filters.filter(({ text, renderEditor }) => text === '' && renderEditor);
  const filter = offered.find(({ params }) => params[0] === chosen);
  if (filter) {
    return (
      <>
        <h2 className={styles.heading}>{filter.label}</h2>
        {filter.renderEditor?.(onDone)}
      </>
    );
  }
  return (
    <>
      <h2 className={styles.heading}>{messages.add}</h2>
      <ul className={styles.options}>
        {offered.map(({ params: [name], label }) => (
          <li key={name}>
            <Button variant="quiet" onClick={() => setChosen(name)}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
