import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { invalidate, withReadsCanceled } from '@/api/invalidate';
import { useAccount } from '@/session/useAccount';
import { CommandLink } from '@/shared/commands';
import { common } from '@/shared/messages';
import { recordMessages } from '@/shared/recordMessages';
import { DeleteButton } from '@/shared/ui/Button';
import { ActionDialog } from '@/shared/ui/Dialog';
import { RelativeTime } from '@/shared/ui/RelativeTime';
import { useRemoval } from '@/shared/useRemoval';
import { messages } from './messages';
import { RemovalNotice } from './RemovalNotice';
import { dependantsQuery, type Removal, type Resource, type Shape } from './resource';

interface RecordProps<S extends Shape> {
  resource: Resource<S>;
  record: S['record'];
}

/** What the user may do with a record as a whole: edit it, and remove it. */
export function RecordActions<S extends Shape>({ resource, record }: RecordProps<S>) {
  const account = useAccount();
  const [asking, setAsking] = useState(false);
  const { removal, mayEdit, paths, idOf } = resource;
  return (
    <>
      {mayEdit(record, account) && (
        <CommandLink command="edit" to={paths.edit(idOf(record))} icon={<Pencil aria-hidden />}>
          {common.edit}
        </CommandLink>
      )}
      {removal?.may(record, account) && !record.isRemoved && <DeleteButton onClick={() => setAsking(true)} />}
      {asking && removal && (
        <RemovalDialog resource={resource} removal={removal} record={record} onDone={() => setAsking(false)} />
      )}
    </>
  );
}

interface RemovalProps<S extends Shape> extends RecordProps<S> {
  removal: Removal<S>;
}

function RemovalDialog<S extends Shape>({ onDone, ...of }: RemovalProps<S> & { onDone: () => void }) {
  const { resource, removal, record } = of;
  const { removal: action } = useRecordRemoval(of);
  return (
    <ActionDialog
      title={recordMessages.removing(resource.label, resource.nameOf(record))}
      message={
        <>
          <p>{recordMessages.removingQuestion(resource.label)}</p>
          {removal.warning(record)}
        </>
      }
      verb={common.delete}
      danger
      action={action}
      onClose={onDone}
    />
  );
}

/** Above a record that is marked removed. */
export function PendingRemoval<S extends Shape>({ resource, record }: RecordProps<S>) {
  const { removal } = resource;
  return removal && <PendingNotice resource={resource} removal={removal} record={record} />;
}

function PendingNotice<S extends Shape>(of: RemovalProps<S>) {
  const { resource, removal, record } = of;
  const account = useAccount();
  const { data: dependants } = useQuery({
    ...dependantsQuery(removal, resource.idOf(record)),
    enabled: removal.seesDependants?.(account) ?? true,
  });
  const ways = useRecordRemoval(of);
  const isUnused = dependants?.total === 0;
  const { blocked, unused, until, left } = removal.texts;
  return (
    <RemovalNotice
      kind={resource.label}
      name={resource.nameOf(record)}
      title={isUnused ? unused : blocked}
      blockers={(dependants?.data ?? []).map((one) => removal.blocker(one, record))}
      isUnused={isUnused}
      ways={removal.may(record, account) && ways}
    >
      {messages.wasMarked(resource.noun)}
      {record.removedAt && <RelativeTime at={record.removedAt} />}
      {messages.wasMarkedEnd}
      {isUnused ? messages.canBeFinalized : messages.stays(until, left, dependants?.total)}
    </RemovalNotice>
  );
}

function useRecordRemoval<S extends Shape>({ resource, removal, record }: RemovalProps<S>) {
  const client = useQueryClient();
  const { entity, idOf, nameOf } = resource;
  const id = idOf(record);
  return useRemoval({
    name: nameOf(record),
    // A read that the server answers after the removal would find nothing.
    remove: () => withReadsCanceled(client, entity, id, () => removal.remove(record)),
    restore: () => removal.restore(record),
    invalidate: (state) => invalidate(client, entity, id, state),
    parent: removal.parent(record),
    ...(removal.needs && { needs: removal.needs }),
  });
}
