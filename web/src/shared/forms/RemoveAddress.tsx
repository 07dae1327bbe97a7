import { useState } from 'react';
import { Button } from '@/shared/ui/Button';
import { ActionDialog } from '@/shared/ui/Dialog';
import { useAction } from './useAction';

/** Asks before an address is removed. */
export function RemoveAddress({ onRemove }: { onRemove: () => Promise<unknown> }) {
  const [asking, setAsking] = useState(false);
  const removal = useAction(onRemove);
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Remove address
      </Button>
      {asking && (
        <ActionDialog
          title="Removing Address"
          message="Are you sure you want to remove this address?"
          verb="Delete"
          danger
          action={removal}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
