import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './IconButton';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

const pause = 250;

/** Searches when the typing pauses. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  // The address may change from elsewhere: Clear filters, or the back button.
  if (value !== seen) {
    setSeen(value);
    setText(value);
  }

  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);

  return (
    <search className={styles.search}>
      <Search size={16} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text !== '' && <IconButton label="Clear search" icon={<X />} onClick={() => setText('')} />}
    </search>
  );
}
