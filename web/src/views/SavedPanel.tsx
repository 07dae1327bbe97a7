import { useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { invalidate } from '@/api/invalidate';
import type { SavedViewEdit } from '@/api/settingsRules.gen';
import { useAccount } from '@/session/useAccount';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { Popover } from '@/shared/ui/overlays/Popover';
import type { PopoverProps } from '@/shared/ui/overlays/PopoverButton';
import { Badge } from '@/shared/ui/records/Badge';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { messages } from './messages';
import styles from './SavedPanel.module.css';

/** What somebody saved under a name, for themselves or for all. */
interface Saved {
  id: string;
  name: string;
  isShared: boolean;
  version: number;
}

/** A kind of what is saved: views of lists, or plans. */
export interface SavedKind<T extends Saved> {
  entity: 'view' | 'plan';
  words: {
    title: string;
    none: string;
    failed: string;
    isSaved: (name: string) => string;
    renaming: (name: string) => string;
    remove: string;
    removing: (name: string) => string;
    removingQuestion: string;
    /** Beside the question, where everyone sees it. */
    removingShared: string;
    isRemoved: (name: string) => string;
  };
  rules: Pick<typeof SavedViewEdit, 'name'>;
  addressOf: (saved: T) => string;
  edit: (saved: T, changes: Partial<Saved>) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

/** The button that opens the list. */
export type SavedButton = Pick<PopoverProps, 'label' | 'icon' | 'isIcon'>;

interface SavedPanelProps<T extends Saved> {
  kind: SavedKind<T>;
  button: SavedButton;
  /** Undefined while they load. */
  list: readonly T[] | undefined;
  isFailed: boolean;
  isOpen: (saved: T) => boolean;
  renderBadge?: (saved: T) => ReactNode;
  /** What else a user may do with one. */
  renderActions?: (saved: T, mayChange: boolean) => ReactNode;
  onRemoved?: (saved: T) => Promise<unknown>;
  /** Below the list. */
  children: (close: () => void) => ReactNode;
}

type Asked<T> = { what: 'rename' | 'remove'; saved: T };

/** What is saved: to open, and to change. Administrators alone share it, and change what is shared. */
export function SavedPanel<T extends Saved>(props: SavedPanelProps<T>) {
  const { kind, button, children, onRemoved } = props;
  const [asked, setAsked] = useState<Asked<T>>();
  const done = () => setAsked(undefined);
  return (
    <>
      <Popover {...button} isOpenAtFirst>
        {(close) => (
          <>
            <SavedList
              {...props}
              onOpened={close}
              onAsk={(next) => {
                close();
                setAsked(next);
              }}
            />
            {children(close)}
          </>
        )}
      </Popover>
      {asked?.what === 'rename' && <Rename kind={kind} saved={asked.saved} onDone={done} />}
      {asked?.what === 'remove' && <Remove kind={kind} saved={asked.saved} onDone={done} onRemoved={onRemoved} />}
    </>
  );
}

interface SavedListProps<T extends Saved> extends SavedPanelProps<T> {
  onOpened: () => void;
  onAsk: (asked: Asked<T>) => void;
}

function SavedList<T extends Saved>(props: SavedListProps<T>) {
  const { kind, list, isFailed, isOpen, renderBadge, onOpened } = props;
  const [managed, setManaged] = useState<string>();
  return (
    <>
      <h2 className={styles.heading}>{kind.words.title}</h2>
      {isFailed && !list && <Note>{kind.words.failed}</Note>}
      {!list && !isFailed && <Skeleton height="2rem" />}
      {list?.length === 0 && <Note>{kind.words.none}</Note>}
      <ul className={styles.list}>
        {list?.map((saved) => (
          <li key={saved.id}>
            <div className={styles.item}>
              <Link
                to={kind.addressOf(saved)}
                className={styles.name}
                dir="auto"
                aria-current={isOpen(saved) ? 'true' : undefined}
                onClick={onOpened}
              >
                {saved.name}
              </Link>
              {saved.isShared && <Badge>{messages.shared}</Badge>}
              {renderBadge?.(saved)}
              <IconButton
                label={messages.manage(saved.name)}
                icon={<EllipsisVertical />}
                aria-expanded={managed === saved.id}
                onClick={() => setManaged(managed === saved.id ? undefined : saved.id)}
              />
            </div>
            {managed === saved.id && <Actions {...props} saved={saved} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Actions<T extends Saved>({ kind, saved, renderActions, onAsk }: SavedListProps<T> & { saved: T }) {
  const { isAdmin } = useAccount();
  const client = useQueryClient();
  const share = useActionWithToast(async () => {
    await kind.edit(saved, { isShared: !saved.isShared });
    await invalidate(client, kind.entity, saved.id);
  });
  const mayChange = isAdmin || !saved.isShared;
  if (!mayChange && !renderActions) return null;
  return (
    <div className={styles.actions}>
      {renderActions?.(saved, mayChange)}
      {isAdmin && (
        <Button variant="quiet" onClick={() => void share.run()}>
          {saved.isShared ? messages.unshare : messages.share}
        </Button>
      )}
      {mayChange && (
        <>
          <Button variant="quiet" onClick={() => onAsk({ what: 'rename', saved })}>
            {messages.rename}
          </Button>
          <Button variant="quiet" onClick={() => onAsk({ what: 'remove', saved })}>
            {kind.words.remove}
          </Button>
        </>
      )}
    </div>
  );
}

interface DialogProps<T extends Saved> {
  kind: SavedKind<T>;
  saved: T;
  onDone: () => void;
}

function Rename<T extends Saved>({ kind, saved, onDone }: DialogProps<T>) {
  const { id, name, version } = saved;
  const { TextField } = fieldsFor(kind.rules);
  const client = useQueryClient();
  return (
    <FormDialog
      title={kind.words.renaming(name)}
      onClose={onDone}
      rules={kind.rules}
      defaultValues={{ name }}
      editing={{ id, version }}
      submitLabel={messages.rename}
      onSubmit={async (input, asVersion = version) => {
        await kind.edit(saved, { name: input.name, version: asVersion });
        notify.success(kind.words.isSaved(input.name));
        onDone();
        await invalidate(client, kind.entity, id);
      }}
    >
      <TextField name="name" autoComplete="off" />
    </FormDialog>
  );
}

type RemoveProps<T extends Saved> = DialogProps<T> & { onRemoved: SavedPanelProps<T>['onRemoved'] | undefined };

function Remove<T extends Saved>({ kind, saved, onDone, onRemoved }: RemoveProps<T>) {
  const { words, entity } = kind;
  const client = useQueryClient();
  const action = useAction(async () => {
    await kind.remove(saved.id);
    notify.success(words.isRemoved(saved.name));
    await onRemoved?.(saved);
    await invalidate(client, entity, saved.id);
  });
  return (
    <ActionDialog
      title={words.removing(saved.name)}
      message={
        <>
          <p>{words.removingQuestion}</p>
          {saved.isShared && <p>{words.removingShared}</p>}
        </>
      }
      verb={words.remove}
      danger
      action={action}
      onClose={onDone}
    />
  );
}
