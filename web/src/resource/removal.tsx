import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderX, Pencil, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { invalidate, withReadsCanceled } from '@/api/invalidate';
import { labelledAction } from '@/bulk/actions';
import { openBulk } from '@/bulk/bulk';
import type { BulkKind } from '@/records';
import { useAccount } from '@/session/useAccount';
import { CommandLink } from '@/shared/commands';
import type { Noun } from '@/shared/format/noun';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { common } from '@/shared/messages';
import { useNavigateAfterSave } from '@/shared/navigation/navigation';
import { recordMessages } from '@/shared/recordMessages';
import { notify, undoBy } from '@/shared/toast';
import { Button, DeleteButton } from '@/shared/ui/buttons/Button';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import { Sentence } from '@/shared/ui/text/Sentence';
import { messages } from './messages';
import styles from './removal.module.css';
import { type Blocker, dependantsQuery, type Removal, type Resource, type Shape } from './resource';

interface RecordProps<S extends Shape> {
  resource: Resource<S>;
  record: S['record'];
}

/** What the user may do with a record as a whole: edit it, and remove it. */
export function RecordActions<S extends Shape>({ resource, record }: RecordProps<S>) {
  const account = useAccount();
  const { removal, mayEdit, paths, idOf } = resource;
  return (
    <>
      {mayEdit(record, account) && (
        <CommandLink command="edit" data-icon-on-phone to={paths.edit(idOf(record))} icon={<Pencil aria-hidden />}>
          {common.edit}
        </CommandLink>
      )}
      {removal?.may(record, account) && !record.isRemoved && (
        <RemovalButton resource={resource} removal={removal} record={record} />
      )}
    </>
  );
}

interface RemovalProps<S extends Shape> extends RecordProps<S> {
  removal: Removal<S>;
}

/** Opens the preview of what would go with a record. Its page is left once that is under way. */
function useRemovalWithContents<S extends Shape>(of: RemovalProps<S>): () => void {
  const { resource, record } = of;
  const { leave, withoutReads } = useRecordRemoval(of);
  return () =>
    openBulk({
      list: resource.kind as BulkKind,
      records: { ids: [resource.idOf(record)] },
      count: 1,
      name: resource.nameOf(record),
      action: 'removeWithContents',
      around: withoutReads,
      onStarted: leave,
    });
}

function RemoveWithContents<S extends Shape>(of: RemovalProps<S>) {
  return <ContentsButton variant="quiet" onClick={useRemovalWithContents(of)} />;
}

function ContentsButton(props: { variant?: 'quiet'; onClick: () => void }) {
  return (
    <Button icon={<FolderX aria-hidden />} {...props}>
      {labelledAction('removeWithContents').label}
    </Button>
  );
}

/** Asks; where a record holds others, they may go with it, after a preview. */
function RemovalButton<S extends Shape>(of: RemovalProps<S>) {
  const { resource, removal, record } = of;
  const [asking, setAsking] = useState(false);
  const { removal: action } = useRecordRemoval(of);
  // Not in the dialog: the page is left once the removal is under way, when the dialog is long gone.
  const openContents = useRemovalWithContents(of);
  const close = () => setAsking(false);
  return (
    <>
      <DeleteButton onClick={() => setAsking(true)} />
      {asking && (
        <ActionDialog
          title={recordMessages.removing(resource.noun, resource.nameOf(record))}
          message={
            <>
              <p>{recordMessages.removingQuestion(resource.noun)}</p>
              {removal.warning(record)}
              {removal.hasContents?.(record) && (
                <div className={styles.choice}>
                  <p>{messages.withContents}</p>
                  <ContentsButton
                    onClick={() => {
                      close();
                      openContents();
                    }}
                  />
                </div>
              )}
            </>
          }
          verb={common.delete}
          danger
          action={action}
          onClose={close}
        />
      )}
    </>
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
      noun={resource.noun}
      name={resource.nameOf(record)}
      title={isUnused ? unused : blocked}
      blockers={(dependants?.data ?? []).map((one) => removal.blocker(one, record))}
      isUnused={isUnused}
      ways={removal.may(record, account) && ways}
      more={!isUnused && removal.hasContents?.(record) && <RemoveWithContents {...of} />}
    >
      <Sentence
        text={messages.wasMarked(resource.noun)}
        parts={{ when: record.removedAt && <RelativeTime at={record.removedAt} /> }}
      />
      {isUnused ? messages.canBeFinalized : messages.stays(until, left, dependants?.total)}
    </RemovalNotice>
  );
}

/** Removal in two steps: what is used stays, marked, until it is not; anything else is gone at once, with an Undo. */
function useRecordRemoval<S extends Shape>({ resource, removal, record }: RemovalProps<S>) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const { kind } = resource;
  const id = resource.idOf(record);
  const name = resource.nameOf(record);

  /** A read that the server answers after the removal would find nothing. */
  const withoutReads = <T,>(remove: () => Promise<T>) => withReadsCanceled(client, kind, id, remove);

  /** What is gone must not be asked for again by its own page: that one is left first. */
  async function leave() {
    await navigateAfterSave(removal.parent(record), { replace: true });
    void invalidate(client, kind, id, 'gone');
  }

  const restoration = useActionWithToast(async () => {
    const result = await removal.restore(record);
    tellRestored(result, name, removal.needs);
    if (result === restoreResult.Restored) {
      await invalidate(client, kind, id);
    } else if (result === restoreResult.NotFound) {
      await leave();
    }
  });

  const removing = useAction(async () => {
    const result = await withoutReads(() => removal.remove(record));
    if (result === removalResult.RequireFinalization) {
      await invalidate(client, kind, id);
      return;
    }
    if (result === removalResult.Removed) {
      notify.success(
        recordMessages.isRemoved(name),
        undoBy(() => void restoration.run()),
      );
    }
    await leave();
  });
  return { removal: removing, restoration, leave, withoutReads };
}

interface RemovalNoticeProps {
  /** What it is, and its name. */
  noun: Noun;
  name: string;
  /** What must be done first, or that nothing is left to do. */
  title: string;
  children: ReactNode;
  /** The records that still use it, or the first of them. */
  blockers: Blocker[];
  /** Whether nothing uses it any more. */
  isUnused: boolean;
  /** The ways on, for those who may take them. */
  ways: { restoration: Action; removal: Action } | false;
  /** Beside them. */
  more?: ReactNode;
}

/** As useAction gives it. */
interface Action {
  status: 'idle' | 'in progress' | 'success' | 'faulted';
  error: unknown;
  run: () => Promise<unknown>;
}

/** Above a record that is marked removed: what still uses it, and the ways on. */
export function RemovalNotice(props: RemovalNoticeProps) {
  const { noun, name, title, children, blockers, isUnused, ways, more } = props;
  return (
    <section className={styles.notice} aria-label={recordMessages.pendingRemove}>
      <TriangleAlert size={18} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        <p>{children}</p>
        {blockers.length > 0 && (
          <ul className={styles.list}>
            {blockers.map(({ id, name: blocker, to }) => (
              <li key={id}>
                <Link to={to}>{blocker}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {ways && (
        <div className={styles.actions} data-keep-clear>
          <Button busy={ways.restoration.status === 'in progress'} onClick={() => void ways.restoration.run()}>
            {recordMessages.restore}
          </Button>
          {isUnused && <Finalize noun={noun} name={name} removal={ways.removal} />}
          {more}
        </div>
      )}
    </section>
  );
}

/** Asks, and takes the second step of a removal. */
function Finalize({ noun, name, removal }: { noun: Noun; name: string; removal: Action }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {recordMessages.finalize}
      </Button>
      {asking && (
        <ActionDialog
          title={recordMessages.removing(noun, name)}
          message={
            <>
              <p>{recordMessages.removingQuestion(noun)}</p>
              <p>{recordMessages.nothingUsesIt}</p>
            </>
          }
          verb={common.delete}
          danger
          action={removal}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** How the server answers, whatever is removed or restored. */
export const removalResult = { NotFound: 0, RequireFinalization: 1, Removed: 2, Error: 3 } as const;
export const restoreResult = { NotFound: 0, Restored: 1, NotRestored: 2 } as const;

/** Tells how a restore ended. */
export function tellRestored(result: number, name: string, needs = recordMessages.whatItBelongsTo): void {
  if (result === restoreResult.Restored) notify.success(recordMessages.isRestored(name));
  else if (result === restoreResult.NotFound) notify.error(recordMessages.isGone(name));
  else notify.error(recordMessages.notRestoredWithout(name, needs));
}
