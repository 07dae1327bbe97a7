import { Search, X } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import { common } from '@/shared/messages';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  /** In the empty field, where there is no room for the label. */
  hint?: string;
  value: string;
  /** How often the filters were cleared: each time takes back what was typed since, though the value stays the same. */
  clearings?: number;
  onSearch: (text: string) => void;
}

const pause = 250;

/** Searches when the typing pauses. */
export function SearchField({ ref, label, hint = label, value, clearings = 0, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState({ value, clearings });
  const [sent, setSent] = useState(value);
  if (value !== seen.value || clearings !== seen.clearings) {
    setSeen({ value, clearings });
    // Its own search comes back while the typing goes on. All else is from elsewhere: Clear filters, or the back button.
    if (value !== sent || clearings !== seen.clearings) {
      setSent(value);
      setText(value);
    }
  }

  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => {
      setSent(text.trim());
      onSearch(text.trim());
    }, pause);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);

  return (
    <search className={styles.search}>
      <Search size={16} aria-hidden />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={hint}
        maxLength={longestSearch}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text !== '' && <IconButton label={common.clearSearch} icon={<X />} onClick={() => setText('')} />}
    </search>
  );
}

/** As long as the server takes a text to search for. */
export const longestSearch = 128;
