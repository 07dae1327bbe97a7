import { useState } from 'react';
import { ApiError } from '@/api/errors';
import styles from '@/shared/forms/Form.module.css';
import { useAction } from '@/shared/forms/useAction';
import { recordMessages } from '@/shared/recordMessages';
import { Button } from '@/shared/ui/buttons/Button';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { TextField } from './fields';

export const emptyAddress = {
  country: '',
  provinceState: '',
  city: null,
  street: null,
  building: null,
  postalZipCode: null,
};

/** A heading above some fields of a form. */
export function FieldGroup({ title }: { title: string }) {
  return <h2 className={styles.group}>{title}</h2>;
}

/** The fields of an address, in the order in which it is usually known. */
export function AddressFields() {
  return (
    <>
      <TextField name="country" autoComplete="country-name" width="medium" />
      <TextField name="provinceState" autoComplete="address-level1" width="medium" />
      <TextField name="city" autoComplete="address-level2" width="medium" />
      <TextField name="street" autoComplete="address-line1" width="medium" />
      <TextField name="building" autoComplete="address-line2" width="medium" />
      <TextField name="postalZipCode" autoComplete="postal-code" width="short" />
    </>
  );
}

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
  });

  function close() {
    setAsking(false);
    setConflict(undefined);
  }

  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {recordMessages.removeAddress}
      </Button>
      {asking && (
        <ActionDialog
          title={recordMessages.removingAddress}
          message={
            conflict
              ? recordMessages.removingChangedAddressQuestion(conflict.problem.changedBy ?? recordMessages.someoneElse)
              : recordMessages.removingAddressQuestion
          }
          verb={recordMessages.remove}
          danger
          action={removal}
          onClose={close}
        />
      )}
    </>
  );
}
