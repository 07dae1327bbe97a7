import { useQueryClient } from '@tanstack/react-query';
import { Download, File as FileIcon, FileImage, FileText, Lock, Paperclip, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { pathOfHolder, records } from '@/records';
import type { Document } from '@/records/document/record';
import { Entry, OnRecord } from '@/shared/entries/Entry';
import { GrowingSection } from '@/shared/entries/GrowingSection';
import { formatBytes } from '@/shared/format/bytes';
import { useActionWithToast } from '@/shared/forms/useAction';
import { download } from '@/shared/list/ExportButton';
import { lazyPart } from '@/shared/loading/lazyPart';
import { common } from '@/shared/messages';
import { notify } from '@/shared/toast';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Badge } from '@/shared/ui/records/Badge';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import { undoOfRemoval } from '@/shared/undoRemoval';
import { AddDocuments } from './AddDocuments';
import styles from './Documents.module.css';
import { isShownInPlace } from './inPlace';
import { messages } from './messages';
import { type DocumentsOf, documentsQuery } from './queries';
import { useUploads } from './uploads';

const EditDocument = lazyPart(() => import('./EditDocument'));
const Preview = lazyPart(() => import('./Preview'));

/** The documents of a record, with room to drop new ones. Loaded below the page's own parts, hence a default export. */
export default function DocumentsSection(of: DocumentsOf) {
  const isAdding = useUploads(of).length > 0;
  return (
    <GrowingSection
      title={records.document.noun.title}
      above={of.mayEdit && <AddDocuments of={of} />}
      queryOf={(size) => documentsQuery(of, size)}
      notLoaded={messages.notLoaded}
      empty={
        !isAdding && (
          <EmptyState
            icon={<Paperclip />}
            title={messages.none}
            text={of.mayEdit ? messages.noneText : messages.noneToSee}
            isLine={of.mayEdit}
          />
        )
      }
      renderList={({ data }, more) => (
        <>
          <ul className={styles.list}>
            {data.map((document) => (
              <DocumentLine key={document.id} document={document} of={of} />
            ))}
          </ul>
          {more}
        </>
      )}
    />
  );
}

function TypeIcon({ type }: { type: string }) {
  if (type.startsWith('image/')) return <FileImage aria-hidden />;
  return type.startsWith('text/') || type === 'application/pdf' ? <FileText aria-hidden /> : <FileIcon aria-hidden />;
}

function DocumentLine({ document, of }: { document: Document; of: DocumentsOf }) {
  const [open, setOpen] = useState<'preview' | 'form'>();
  const { name, details, type, size, isConfidential, by, entityId, entityName, createdAt } = document;
  const path = entityId === of.id ? undefined : pathOfHolder(document);
  const close = () => setOpen(undefined);
  return (
    <Entry
      mark={
        <span className={styles.icon}>
          <TypeIcon type={type} />
        </span>
      }
      actions={<DocumentActions document={document} of={of} onEdit={() => setOpen('form')} />}
    >
      <p className={styles.name}>
        {isShownInPlace(type) ? (
          <button type="button" aria-label={messages.open(name)} onClick={() => setOpen('preview')}>
            <bdi>{name}</bdi>
          </button>
        ) : (
          <bdi>{name}</bdi>
        )}{' '}
        {isConfidential && (
          <Badge tone="warn">
            <Lock size={12} aria-hidden /> {messages.confidential}
          </Badge>
        )}
      </p>
      {details !== null && (
        <p className={styles.details} dir="auto">
          {details}
        </p>
      )}
      <p className={styles.meta}>
        {formatBytes(size)} · <bdi title={by?.email}>{by?.displayName ?? common.appName}</bdi> ·{' '}
        {path !== undefined && (
          <>
            <OnRecord path={path} name={entityName} /> ·{' '}
          </>
        )}
        <RelativeTime at={createdAt} />
      </p>
      {open === 'preview' && <Preview document={document} onClose={close} onDownload={() => void save(document)} />}
      {open === 'form' && <EditDocument document={document} seesCost={of.seesCost} onClose={close} />}
    </Entry>
  );
}

/** Saves a document as a file. */
function save({ id, name }: Document): Promise<void> {
  return download(name, (transfer) => api.download('/document/{id}/content', { path: { id }, ...transfer }));
}

interface DocumentActionsProps {
  document: Document;
  of: DocumentsOf;
  onEdit: () => void;
}

function DocumentActions({ document, of, onEdit }: DocumentActionsProps) {
  const client = useQueryClient();
  const { id, name } = document;
  const saving = useActionWithToast(() => save(document));
  const removal = useActionWithToast(async () => {
    await api.delete('/document', { body: { id } });
    notify.success(
      messages.removed(name),
      undoOfRemoval(() => api.get('/change', { query: { Entity: 'document', EntityId: id, PageSize: 1 } })),
    );
    await invalidate(client, 'document', id);
  });
  return (
    <>
      <IconButton
        label={messages.download(name)}
        icon={<Download aria-hidden />}
        aria-busy={saving.status === 'in progress' || undefined}
        onClick={() => void saving.run()}
      />
      {of.mayEdit && (
        <>
          <IconButton label={messages.edit(name)} icon={<Pencil aria-hidden />} onClick={onEdit} />
          <IconButton label={messages.remove(name)} icon={<Trash2 aria-hidden />} onClick={() => void removal.run()} />
        </>
      )}
    </>
  );
}
