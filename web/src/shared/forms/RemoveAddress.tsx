import { useState } from 'react';
import { ApiError } from '@/api/errors';
import { isolate } from '@/shared/format/isolate';
import { failsPage } from '@/shared/readFailure';
import { Button } from '@/shared/ui/Button';
import { ActionDialog } from '@/shared/ui/Dialog';
import { useAction } from './useAction';

interface RemoveAddressProps {
  /** Of what has the address. The server refuses any other than the stored one. */
  version: number;
  onRemove: (version: number) => Promise<unknown>;
}

/** Asks before an address is removed, and again when somebody else changed it meanwhile. */
export function RemoveAddress({ version, onRemove }: RemoveAddressProps) {
  const [asking, setAsking] = useState(false);
  const [conflict, setConflict] = useState<ApiError>();
  const stored = conflict?.problem.current as { version: number } | undefined;
  const removal = useAction(async () => {
    try {
      await onRemove(stored?.version ?? version);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setConflict(error);
      throw error;
    }
  }, failsPage);

  function close() {
    setAsking(false);
    setConflict(undefined);
  }

  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Remove address
      </Button>
      {asking && (
        <ActionDialog
          title="Removing Address"
          message={
            conflict
              ? `${isolate(conflict.problem.changedBy ?? 'Someone else')} changed this meanwhile. Are you sure you want to remove the address that is stored now?`
              : 'Are you sure you want to remove this address?'
          }
          verb="Delete"
          danger
          action={removal}
          onClose={close}
        />
      )}
    </>
  );
}
