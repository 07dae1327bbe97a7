import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { pathOfHolder } from '@/records';
import type { Note } from '@/records/note/record';
import { useAccount } from '@/session/useAccount';
import { Entry, OnRecord } from '@/shared/entries/Entry';
import { GrowingSection } from '@/shared/entries/GrowingSection';
import { useActionWithToast } from '@/shared/forms/useAction';
import { common } from '@/shared/messages';
import { notify, undoOfAnswer } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Avatar } from '@/shared/ui/records/Avatar';
import { Badge } from '@/shared/ui/records/Badge';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import { undoOfRemoval } from '@/shared/undoRemoval';
import { messages } from './messages';
import { longestNote, NoteBox } from './NoteBox';
import styles from './Notes.module.css';
import { type NotesOf, notesQuery } from './queries';
import { piecesOf } from './text';

/** The notes of a record, with room for a new one. Loaded below the page's own parts, hence a default export. */
export default function NotesSection(of: NotesOf) {
  return (
    <GrowingSection
      title={messages.notes}
      above={<NewNote of={of} />}
      queryOf={(size) => notesQuery(of, size)}
      notLoaded={messages.notLoaded}
      empty={<EmptyState title={messages.none} text={messages.noneText} isLine />}
      renderList={({ data }, more) => (
        <>
          <ol className={styles.list}>
            {data.map((note) => (
              <NoteLine key={note.id} note={note} of={of} />
            ))}
          </ol>
          {more}
        </>
      )}
    />
  );
}

/** Says whom a note could not reach. */
function tellNotTold(notTold: readonly string[]) {
  if (notTold.length > 0) notify.warning(messages.notTold(notTold));
}

function isSendable(text: string): boolean {
  return text.trim() !== '' && [...text].length <= longestNote;
}

function NewNote({ of }: { of: NotesOf }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const { run, status } = useActionWithToast(async () => {
    const saved = await api.post('/note', { body: { entity: of.entity, entityId: of.id, text } });
    setText('');
    notify.success(messages.added, undoOfAnswer(saved));
    tellNotTold(saved.notTold);
    await invalidate(client, 'note', saved.id);
  });
  const send = () => void (isSendable(text) && run());
  return (
    <div className={styles.form}>
      <NoteBox of={of} label={messages.label} text={text} onChange={setText} onSend={send} />
      {text.trim() !== '' && (
        <div className={styles.buttons}>
          <Button variant="primary" busy={status === 'in progress'} disabled={!isSendable(text)} onClick={send}>
            {messages.add}
          </Button>
        </div>
      )}
    </div>
  );
}

function NoteLine({ note, of }: { note: Note; of: NotesOf }) {
  // Undefined until it is edited for the first time.
  const [isEditing, setEditing] = useState<boolean>();
  const { author, isPinned, entityId, entityName, createdAt, editedAt } = note;
  const name = author?.displayName ?? common.appName;
  const path = entityId === of.id ? undefined : pathOfHolder(note);
  return (
    <Entry
      mark={<Avatar name={name} photoUrl={null} size={28} />}
      actions={
        !isEditing && (
          <NoteActions note={note} of={of} wasEdited={isEditing === false} onEdit={() => setEditing(true)} />
        )
      }
    >
      <p className={styles.head}>
        <span className={styles.author} title={author?.email}>
          <bdi>{name}</bdi>
        </span>{' '}
        {path !== undefined && (
          <>
            <OnRecord path={path} name={entityName} />{' '}
          </>
        )}
        <RelativeTime at={createdAt} />
        {editedAt !== null && ` · ${messages.edited}`} {isPinned && <Badge>{messages.pinned}</Badge>}
      </p>
      {isEditing ? <EditNote note={note} onDone={() => setEditing(false)} /> : <NoteText note={note} />}
    </Entry>
  );
}

function NoteText({ note: { text, mentions } }: { note: Note }) {
  return (
    <p className={styles.text} dir="auto">
      {piecesOf(text, mentions).map((piece, index) =>
        piece.link !== undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have nothing but their place
          <a key={index} href={piece.link} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
          </a>
        ) : piece.email !== undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <span key={index} className={styles.mention} title={piece.email}>
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </p>
  );
}

function EditNote({ note, onDone }: { note: Note; onDone: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState(note.text);
  const { run, status } = useActionWithToast(async () => {
    const saved = await api.put('/note', { body: { id: note.id, version: note.version, text } });
    onDone();
    notify.success(messages.saved, undoOfAnswer(saved));
    tellNotTold(saved.notTold);
    await invalidate(client, 'note', note.id);
  });
  const send = () => void (isSendable(text) && run());
  return (
    <div className={styles.form}>
      <NoteBox
        of={{ entity: note.entity, id: note.entityId }}
        label={messages.editing}
        text={text}
        autoFocus
        onChange={setText}
        onSend={send}
        onEscape={onDone}
      />
      <div className={styles.buttons}>
        <Button onClick={onDone}>{common.cancel}</Button>
        <Button variant="primary" busy={status === 'in progress'} disabled={!isSendable(text)} onClick={send}>
          {common.save}
        </Button>
      </div>
    </div>
  );
}

interface NoteActionsProps {
  note: Note;
  of: NotesOf;
  /** Where the keyboard was before, it goes on. */
  wasEdited: boolean;
  onEdit: () => void;
}

function NoteActions({ note, of, wasEdited, onEdit }: NoteActionsProps) {
  const client = useQueryClient();
  const account = useAccount();
  const isOwn = note.author?.email === account.email;
  const { id, isPinned } = note;
  const pinning = useActionWithToast(async () => {
    await api.put('/note', { body: { id, isPinned: !isPinned } });
    await invalidate(client, 'note', id);
  });
  const removal = useActionWithToast(async () => {
    await api.delete('/note', { body: { id } });
    notify.success(
      messages.removed,
      undoOfRemoval(() => api.get('/change', { query: { Entity: 'note', EntityId: id, PageSize: 1 } })),
    );
    await invalidate(client, 'note', id);
  });
  // Notes of what belongs to the record have rights of their own, which the server checks.
  return (
    <>
      {of.mayEdit && (
        <IconButton
          label={isPinned ? messages.unpin : messages.pin}
          icon={isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          onClick={() => void pinning.run()}
        />
      )}
      {isOwn && (
        <IconButton label={messages.editing} icon={<Pencil aria-hidden />} autoFocus={wasEdited} onClick={onEdit} />
      )}
      {(isOwn || of.mayEdit) && (
        <IconButton label={messages.remove} icon={<Trash2 aria-hidden />} onClick={() => void removal.run()} />
      )}
    </>
  );
}
