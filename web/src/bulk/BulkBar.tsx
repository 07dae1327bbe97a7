import { X } from 'lucide-react';
import type { BulkKind } from '@/records';
import { useAccount } from '@/session/useAccount';
import type { Noun } from '@/shared/format/noun';
import type { Selection } from '@/shared/grid/useSelection';
import { Button } from '@/shared/ui/Button';
import { IconButton } from '@/shared/ui/IconButton';
import { bulkActions } from './actions';
import styles from './BulkBar.module.css';
import { openBulk } from './bulk';
import { messages } from './messages';

interface BulkBarProps {
  list: BulkKind;
  noun: Noun;
  selection: Selection;
  /** How many records match the filter. */
  total: number;
  /** The filter, as the query string of the list's call. */
  query: () => string;
}

/** What can be done with the selected records. */
export function BulkBar({ list, noun, selection, total, query }: BulkBarProps) {
  const account = useAccount();
  const { count, isAll, keys, selectAll, clear } = selection;
  return (
    <section className={styles.bar} aria-label={messages.selection} data-bulk-bar>
      <IconButton label={messages.clearSelection} icon={<X />} onClick={clear} />
      <span role="status" className={styles.count}>
        {isAll ? messages.allSelected(count, noun) : messages.selected(count, noun)}
      </span>
      {!isAll && total > count && (
        <Button look="quiet" onClick={selectAll}>
          {messages.selectAll(total)}
        </Button>
      )}
      <span className={styles.actions}>
        {bulkActions(list, account).map(({ action, label, danger }) => (
          <Button
            key={action}
            className={danger ? styles.danger : undefined}
            onClick={() =>
              openBulk({
                list,
                records: isAll ? { query: query() } : { ids: [...keys] },
                count,
                action,
                onStarted: clear,
              })
            }
          >
            {label}
          </Button>
        ))}
      </span>
    </section>
  );
}
