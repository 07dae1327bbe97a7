import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, File as FileIcon, FileImage, FileText, Lock, Paperclip, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { pathOfHolder, records } from '@/records';
import type { Document } from '@/records/document/record';
import { formatBytes } from '@/shared/format/bytes';
import { useActionWithToast } from '@/shared/forms/useAction';
import { download } from '@/shared/list/ExportButton';
import { lazyPart } from '@/shared/loading/lazyPart';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Badge } from '@/shared/ui/records/Badge';
import { Section } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import { Sentence } from '@/shared/ui/text/Sentence';
import { undoOfRemoval } from '@/shared/undoRemoval';
import { AddDocuments } from './AddDocuments';
import styles from './Documents.module.css';
import { isShownInPlace } from './inPlace';
import { messages } from './messages';
import { type DocumentsOf, documentsQuery } from './queries';

const EditDocument = lazyPart(() => import('./EditDocument'));
const Preview = lazyPart(() => import('./Preview'));

const first = 10;
const more = 20;
const largestPage = 200;

/** The documents of a record, with room to drop new ones. Loaded below the page's own parts, hence a default export. */
export default function DocumentsSection(of: DocumentsOf) {
  const [size, setSize] = useState(first);
  const query = useQuery({ ...documentsQuery(of, size), placeholderData: keepPreviousData });
  const { data } = query;
  const total = data?.pagination.totalItems;
  return (
    <Section title={records.document.noun.title} count={total}>
      {of.mayEdit && <AddDocuments of={of} />}
      {query.isError && !data ? (
        <FailedQuery query={query} message={messages.notLoaded} />
      ) : !data || total === undefined ? (
        <Skeleton height="3rem" />
      ) : total === 0 ? (
        <EmptyState
          icon={<Paperclip />}
          title={messages.none}
          text={of.mayEdit ? messages.noneText : messages.noneToSee}
          isLine={of.mayEdit}
        />
      ) : (
        <>
          <ul className={styles.list}>
            {data.data.map((document) => (
              <DocumentLine key={document.id} document={document} of={of} />
            ))}
          </ul>
          {data.data.length < total && size < largestPage && (
            <Button busy={query.isPlaceholderData} onClick={() => setSize(Math.min(size + more, largestPage))}>
              {messages.showMore}
            </Button>
          )}
        </>
      )}
    </Section>
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
    <li className={styles.document}>
      <span className={styles.icon}>
        <TypeIcon type={type} />
      </span>
      <div className={styles.body}>
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
          {formatBytes(size)} · <bdi title={by?.email}>{by?.displayName ?? messages.program}</bdi> ·{' '}
          {path !== undefined && (
            <>
              <Sentence
                text={messages.on}
                parts={{
                  record: (
                    <Link to={path}>
                      <bdi>{entityName}</bdi>
                    </Link>
                  ),
                }}
              />{' '}
              ·{' '}
            </>
          )}
          <RelativeTime at={createdAt} />
        </p>
      </div>
      <DocumentActions document={document} of={of} onEdit={() => setOpen('form')} />
      {open === 'preview' && <Preview document={document} onClose={close} onDownload={() => void save(document)} />}
      {open === 'form' && <EditDocument document={document} seesCost={of.seesCost} onClose={close} />}
    </li>
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
    <div className={styles.actions}>
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
    </div>
  );
}
