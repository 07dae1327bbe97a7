import { recordMessages } from '@/shared/recordMessages';
import { Chips } from '@/shared/ui/Chips';
import { removedOptions, sortOptions, useListFilter } from './listFilter';

/** Whether a list shows what waits for its removal. */
export function RemovedChips() {
  const { removed, change } = useListFilter(sortOptions);
  return (
    <Chips
      label={recordMessages.show}
      options={removedOptions}
      value={removed}
      onChange={(chosen) => change({ removed: chosen === 'include' ? undefined : chosen })}
    />
  );
}
