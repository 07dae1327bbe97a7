import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, FileUp } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '@/api/client';
import { ApiError, failureText } from '@/api/errors';
import { setServerData } from '@/api/invalidate';
import { paths } from '@/paths';
import { type ImportKind, records } from '@/records';
import { found } from '@/records/importMessages';
import { sendWithProgress } from '@/shared/files/upload';
import { useAction } from '@/shared/forms/useAction';
import { ExportButton } from '@/shared/list/ExportButton';
import { common } from '@/shared/messages';
import { Button } from '@/shared/ui/buttons/Button';
import { cx } from '@/shared/ui/cx';
import { Section } from '@/shared/ui/records/Card';
import { ProgressBar } from '@/shared/ui/states/ProgressBar';
import { ComparingBar } from './Comparing';
import styles from './Import.module.css';
import { messages } from './messages';
import { importQuery, receiveComparing } from './queries';

const maxBytes = 50 * 1024 * 1024;

/** Asks for the file, sends it, and leads to what it would change. */
export function ChooseFile({ kind }: { kind: ImportKind }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ file: File; refusal: string | undefined }>();
  const [sent, setSent] = useState(0);
  const underWay = useRef<AbortController>(undefined);
  // An import that nobody waits for any more is not made.
  useEffect(() => () => underWay.current?.abort(), []);

  const upload = useAction(async (file: File) => {
    const controller = new AbortController();
    underWay.current = controller;
    setSent(0);
    receiveComparing(client, null);
    try {
      const made = await api.post('/import', {
        query: { List: kind, Name: file.name },
        body: file,
        signal: controller.signal,
        send: sendWithProgress(setSent),
      });
      setServerData(client, importQuery(made.id).queryKey, made);
      await navigate(paths.app.import(kind, made.id), { replace: true });
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
  });

  function choose(file: File | undefined) {
    if (!file) return;
    const refusal = refusalOf(file);
    setChosen({ file, refusal });
    upload.reset();
    if (refusal === undefined) void upload.run(file);
  }

  const isSending = upload.status === 'in progress';
  return (
    <div className={styles.choose}>
      {isSending && chosen ? (
        <Sending kind={kind} name={chosen.file.name} sent={sent} onCancel={() => underWay.current?.abort()} />
      ) : (
        <DropZone onFile={choose} />
      )}
      {chosen && !isSending && (chosen.refusal || upload.error instanceof ApiError) && (
        <div className={styles.refusal} role="alert">
          <CircleAlert size={16} aria-hidden />
          <div>
            <p className={styles.strong}>{messages.notImported(chosen.file.name)}</p>
            {(chosen.refusal ? [chosen.refusal] : reasonsOf(upload.error)).map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
          </div>
          {chosen.refusal === undefined && (
            <Button onClick={() => void upload.run(chosen.file)}>{common.tryAgain}</Button>
          )}
        </div>
      )}
      <Section
        title={messages.howTitle}
        action={
          <ExportButton
            label={messages.template}
            fileName={messages.templateFile(records[kind].noun)}
            load={(transfer) => api.download('/import/template', { query: { List: kind }, ...transfer })}
          />
        }
      >
        <ul className={styles.how}>
          <li>{found[kind]}</li>
          <li>{messages.how.empty}</li>
          <li>{messages.how.export}</li>
        </ul>
      </Section>
    </div>
  );
}

function refusalOf({ size }: File): string | undefined {
  if (size === 0) return messages.empty;
  return size > maxBytes ? messages.tooLarge : undefined;
}

/** Why the server refused a file, and what to do. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [];
  if (error.status === 0) return [messages.noAnswer];
  const { errors } = error.problem;
  if (errors) return [...Object.values(errors).flat(), messages.chooseAnother];
  return [failureText(error)];
}

function DropZone({ onFile }: { onFile: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut, the button does the same by key
    <div
      className={cx(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp size={32} aria-hidden />
      <p className={styles.strong}>{messages.drop}</p>
      <p>{messages.dropHelp}</p>
      <p>{messages.nothingYet}</p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {messages.choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx"
        aria-label={messages.file}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          // The same file, corrected, can be chosen again.
          event.target.value = '';
        }}
      />
    </div>
  );
}

interface SendingProps {
  kind: ImportKind;
  name: string;
  sent: number;
  onCancel: () => void;
}

/** Until the file is sent, how much of it is; then how many of its rows are compared. */
function Sending({ kind, name, sent, onCancel }: SendingProps) {
  const isSent = sent === 1;
  const text = isSent ? messages.reading(name) : messages.sending(name);
  return (
    <div className={styles.drop}>
      <FileUp size={32} aria-hidden />
      <p className={styles.strong} role="status">
        {text}
      </p>
      {isSent ? (
        <ComparingBar label={text} isOwn={(progress) => progress.list === kind && progress.name === name} />
      ) : (
        <div className={styles.bar}>
          <ProgressBar label={text} part={sent} />
          <p className={styles.compared} />
        </div>
      )}
      <p>{messages.nothingYet}</p>
      <Button onClick={onCancel}>{common.cancel}</Button>
    </div>
  );
}
