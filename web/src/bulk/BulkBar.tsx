import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOwnFields } from '@/own/fields';
import type { BulkKind } from '@/records';
import { useAccount } from '@/session/useAccount';
import type { Noun } from '@/shared/format/noun';
import type { Selection } from '@/shared/grid/useSelection';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { bulkActions } from './actions';
import styles from './BulkBar.module.css';
import { type BulkRecords, openBulk } from './bulk';
import { messages } from './messages';

interface BulkBarProps {
  list: BulkKind;
  noun: Noun;
  selection: Selection;
  /** How many records match the filter. */
  total: number;
  /** The filter, as the query string of the list's call. */
  query: () => string;
  /** What else can be done with them. */
  more?: (records: () => BulkRecords) => ReactNode;
}

/** What can be done with the selected records. */
export function BulkBar({ list, noun, selection, total, query, more }: BulkBarProps) {
  const account = useAccount();
  const { count, isAll, keys, selectAll, clear } = selection;
  const records = () => (isAll ? { query: query() } : { ids: [...keys] });
  const hasOwn = useOwnFields(list).length > 0;
  const actions = bulkActions(list, account).filter(({ action }) => hasOwn || action !== 'setField');
  return (
    <section className={styles.bar} aria-label={messages.selection} data-bulk-bar>
      <IconButton label={messages.clearSelection} icon={<X />} onClick={clear} />
      <span role="status" className={styles.count}>
        {isAll ? messages.allSelected(count, noun) : messages.selected(count, noun)}
      </span>
      {!isAll && total > count && (
        <Button variant="quiet" onClick={selectAll}>
          {messages.selectAll(total)}
        </Button>
      )}
      <span className={styles.actions}>
        {actions.map(({ action, label, danger }) => (
          <Button
            key={action}
            className={danger ? styles.danger : undefined}
            onClick={() =>
              openBulk({
                list,
                records: records(),
                count,
                action,
                onStarted: clear,
              })
            }
          >
            {label}
          </Button>
        ))}
        {more?.(records)}
      </span>
    </section>
  );
}
