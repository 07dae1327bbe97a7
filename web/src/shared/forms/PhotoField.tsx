import { ImageUp, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError, failureText } from '@/api/errors';
import { Button } from '@/shared/ui/Button';
import styles from './PhotoField.module.css';
import { useAction } from './useAction';

interface PhotoFieldProps {
  /** The photo as it is shown elsewhere. */
  preview: ReactNode;
  hasPhoto: boolean;
  onUpload: (file: File) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
}

const types = ['image/jpeg', 'image/png', 'image/webp'];
const maxBytes = 5 * 1024 * 1024;

/** A photo is stored as soon as it is chosen: it needs no Save. */
export function PhotoField({ preview, hasPhoto, onUpload, onRemove }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const upload = useAction(onUpload);
  const removal = useAction(onRemove);
  const problem = refused ?? reasonOf(upload.error) ?? reasonOf(removal.error);
  const done =
    (upload.status === 'success' && 'The photo is saved.') || (removal.status === 'success' && 'The photo is removed.');

  function choose(file: File | undefined) {
    if (!file) return;
    removal.reset();
    const refusal = refusalOf(file);
    setRefused(refusal);
    if (refusal === undefined) void upload.run(file);
  }

  return (
    <div className={styles.photo}>
      {preview}
      <div className={styles.controls}>
        <div className={styles.buttons}>
          <Button
            icon={<ImageUp aria-hidden />}
            busy={upload.status === 'in progress'}
            onClick={() => input.current?.click()}
          >
            {hasPhoto ? 'Change photo' : 'Upload photo'}
          </Button>
          {hasPhoto && (
            <Button
              look="quiet"
              icon={<Trash2 aria-hidden />}
              busy={removal.status === 'in progress'}
              onClick={() => {
                upload.reset();
                setRefused(undefined);
                void removal.run();
              }}
            >
              Remove photo
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={types.join()}
          aria-label="Photo file"
          hidden
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // The same file may be chosen again after a failure.
            event.target.value = '';
          }}
        />
        <p className={problem ? styles.problem : styles.help} aria-live="polite">
          {(problem ?? done) || 'JPEG, PNG or WebP, at most 5 MB.'}
        </p>
      </div>
    </div>
  );
}

function refusalOf(file: File): string | undefined {
  if (!types.includes(file.type)) return 'This is not a JPEG, PNG or WebP image.';
  return file.size > maxBytes ? 'This image is larger than 5 MB.' : undefined;
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return Object.values(error.problem.errors ?? {})[0]?.[0] ?? failureText(error);
}
