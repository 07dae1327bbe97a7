import { ImageUp, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError, refusalText } from '@/api/errors';
import { useAction } from '@/shared/forms/useAction';
import { recordMessages } from '@/shared/recordMessages';
import { notify, undoOfAnswer } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { cx } from '@/shared/ui/cx';
import styles from './PhotoField.module.css';

interface PhotoFieldProps {
  /** The photo as it is shown elsewhere. */
  preview: ReactNode;
  hasPhoto: boolean;
  /** Icons below the photo, for a page that is about more than the photo. */
  isSmall?: boolean;
  /** Both return the answer of the call, for Undo. */
  onUpload: (file: File) => Promise<object>;
  onRemove: () => Promise<object>;
}

const types = ['image/jpeg', 'image/png', 'image/webp'];
const maxBytes = 5 * 1024 * 1024;

/** A photo is stored as soon as it is chosen: it needs no Save. */
export function PhotoField({ preview, hasPhoto, isSmall = false, onUpload, onRemove }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const upload = useAction(async (file: File) => {
    const saved = await onUpload(file);
    notify.success(recordMessages.photoSaved, undoOfAnswer(saved));
  });
  const removal = useAction(async () => {
    const saved = await onRemove();
    notify.success(recordMessages.photoRemoved, undoOfAnswer(saved));
  });
  const problem = refused ?? reasonOf(upload.error) ?? reasonOf(removal.error);

  function choose(file: File | undefined) {
    if (!file) return;
    removal.reset();
    const refusal = refusalOf(file);
    setRefused(refusal);
    if (refusal === undefined) void upload.run(file);
  }

  return (
    <div className={cx(styles.photo, isSmall && styles.small)}>
      {preview}
      <div className={styles.controls}>
        <div className={styles.buttons}>
          <PhotoButton
            isSmall={isSmall}
            label={hasPhoto ? recordMessages.changePhoto : recordMessages.uploadPhoto}
            icon={<ImageUp aria-hidden />}
            busy={upload.status === 'in progress'}
            onClick={() => input.current?.click()}
          />
          {hasPhoto && (
            <PhotoButton
              isSmall={isSmall}
              label={recordMessages.removePhoto}
              icon={<Trash2 aria-hidden />}
              busy={removal.status === 'in progress'}
              onClick={() => {
                upload.reset();
                setRefused(undefined);
                void removal.run();
              }}
            />
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={types.join()}
          aria-label={recordMessages.photoFile}
          hidden
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // The same file may be chosen again after a failure.
            event.target.value = '';
          }}
        />
        <p className={problem ? styles.problem : styles.help} aria-live="polite">
          {problem ?? (!isSmall && recordMessages.photoHelp)}
        </p>
      </div>
    </div>
  );
}

interface PhotoButtonProps {
  isSmall: boolean;
  label: string;
  icon: ReactNode;
  busy: boolean;
  onClick: () => void;
}

function PhotoButton({ isSmall, label, icon, busy, onClick }: PhotoButtonProps) {
  if (isSmall) return <IconButton label={label} icon={icon} aria-busy={busy} onClick={onClick} />;
  return (
    <Button icon={icon} busy={busy} onClick={onClick}>
      {label}
    </Button>
  );
}

function refusalOf(file: File): string | undefined {
  if (!types.includes(file.type)) return recordMessages.photoNotImage;
  return file.size > maxBytes ? recordMessages.photoTooLarge : undefined;
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiError ? refusalText(error) : undefined;
}
