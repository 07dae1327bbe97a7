import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, FileUp, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Entry } from '@/shared/entries/Entry';
import { formatBytes } from '@/shared/format/bytes';
import { common } from '@/shared/messages';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { cx } from '@/shared/ui/cx';
import { topDialog } from '@/shared/ui/overlays/Modal';
import { ProgressBar } from '@/shared/ui/states/ProgressBar';
import styles from './Documents.module.css';
import { messages } from './messages';
import { type DocumentsOf, documentLimitsQuery } from './queries';
import { addFiles, dropUpload, retryUpload, type Upload, useUploads } from './uploads';

/** Takes files that are chosen, or dropped anywhere on the page, and shows how far they are. */
export function AddDocuments({ of }: { of: DocumentsOf }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const checkbox = useId();
  const [isConfidential, setConfidential] = useState(false);
  const limit = useQuery(documentLimitsQuery).data?.each;
  const uploads = useUploads(of);
  const add = (files: Iterable<File>) =>
    addFiles(client, { entity: of.entity, id: of.id, isConfidential }, files, limit);
  const isOver = useDroppedFiles(add);
  // Nothing can be dropped where a finger points.
  const help = matchMedia('(pointer: coarse)').matches ? messages.sizeHelp : messages.dropHelp;
  return (
    <div className={styles.form}>
      <div className={cx(styles.add, isOver && styles.over)}>
        <Button icon={<FileUp aria-hidden />} onClick={() => input.current?.click()}>
          {messages.add}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          aria-label={messages.file}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
        {of.seesCost && (
          <span className={styles.choice}>
            <input
              id={checkbox}
              type="checkbox"
              checked={isConfidential}
              onChange={(event) => setConfidential(event.target.checked)}
            />
            <label htmlFor={checkbox}>{messages.addConfidential}</label>
          </span>
        )}
        <p className={styles.help}>{isOver ? messages.dropHere : limit !== undefined && help(formatBytes(limit))}</p>
      </div>
      {uploads.length > 0 && (
        <ul className={styles.list} aria-label={messages.uploads}>
          {uploads.map((upload) => (
            <UploadLine key={upload.key} upload={upload} />
          ))}
        </ul>
      )}
    </div>
  );
}

function UploadLine({ upload: { key, file, sent, refusal, mayRetry } }: { upload: Upload }) {
  const client = useQueryClient();
  const { name, size } = file;
  const drop = () => dropUpload(client, key);
  if (refusal !== undefined) {
    return (
      <Entry
        isAlert
        mark={
          <span className={cx(styles.icon, styles.refused)}>
            <CircleAlert aria-hidden />
          </span>
        }
        actions={
          <>
            {mayRetry && <Button onClick={() => retryUpload(client, key)}>{common.tryAgain}</Button>}
            <IconButton label={messages.dismiss(name)} icon={<X aria-hidden />} onClick={drop} />
          </>
        }
      >
        <p className={styles.name}>{messages.notAdded(name)}</p>
        <p className={styles.details}>{refusal}</p>
      </Entry>
    );
  }
  return (
    <Entry
      mark={
        <span className={styles.icon}>
          <FileUp aria-hidden />
        </span>
      }
      actions={<IconButton label={messages.cancel(name)} icon={<X aria-hidden />} onClick={drop} />}
    >
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      {sent !== undefined && <ProgressBar label={messages.sending(name)} part={sent === 1 ? undefined : sent} />}
      <p className={styles.meta}>{stateOf(sent, size)}</p>
    </Entry>
  );
}

function stateOf(sent: number | undefined, size: number): string {
  if (sent === undefined) return messages.waiting;
  return sent === 1 ? messages.storing : `${formatBytes(Math.round(sent * size))} / ${formatBytes(size)}`;
}

/** Whether files are dragged over the page. A dialog keeps the page behind it from taking them. */
function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') && topDialog() === undefined;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser would leave the page and open the file.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
