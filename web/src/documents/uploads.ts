import type { QueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { ApiError, failureText } from '@/api/errors';
import { invalidate } from '@/api/invalidate';
import { sendWithProgress } from '@/shared/files/upload';
import { formatBytes } from '@/shared/format/bytes';
import { createStore } from '@/shared/storage/store';
import { notify, undoOfAnswer } from '@/shared/toast';
import { messages } from './messages';

/** As many are sent at once; the others wait. */
const atOnce = 2;

/** A file on its way to a record. */
export interface Upload {
  key: number;
  entity: string;
  id: string;
  file: File;
  isConfidential: boolean;
  /** How much of it is sent, from 0 to 1; undefined while it waits. */
  sent?: number | undefined;
  /** Why it was not added. */
  refusal?: string | undefined;
  /** Whether the same file may be taken another time. */
  mayRetry: boolean;
}

/** Outside of the page, so that files are sent on when it is left, and shown when it is opened again. */
const uploads = createStore<readonly Upload[]>([]);
const underWay = new Map<number, AbortController>();
let last = 0;

export function useUploads({ entity, id }: { entity: string; id: string }): Upload[] {
  return uploads.use().filter((upload) => upload.entity === entity && upload.id === id);
}

function change(key: number, to: Partial<Upload>) {
  uploads.set(uploads.get().map((upload) => (upload.key === key ? { ...upload, ...to } : upload)));
}

/** Takes files to be sent. A file that the server would refuse is not sent. */
export function addFiles(
  client: QueryClient,
  to: Pick<Upload, 'entity' | 'id' | 'isConfidential'>,
  files: Iterable<File>,
  limit: number | undefined,
): void {
  const taken = [...files].map((file): Upload => {
    last += 1;
    return { ...to, key: last, file, refusal: refusalOf(file, limit), mayRetry: false };
  });
  uploads.set([...uploads.get(), ...taken]);
  sendWaiting(client);
}

function refusalOf({ size }: File, limit = Number.POSITIVE_INFINITY): string | undefined {
  if (size === 0) return messages.empty;
  return size > limit ? messages.tooLarge(formatBytes(limit)) : undefined;
}

/** Takes a file from the list, and stops sending it. */
export function dropUpload(client: QueryClient, key: number): void {
  underWay.get(key)?.abort();
  uploads.set(uploads.get().filter((upload) => upload.key !== key));
  sendWaiting(client);
}

export function retryUpload(client: QueryClient, key: number): void {
  change(key, { refusal: undefined, sent: undefined });
  sendWaiting(client);
}

function sendWaiting(client: QueryClient): void {
  for (const upload of uploads.get()) {
    if (underWay.size >= atOnce) return;
    if (upload.refusal === undefined && !underWay.has(upload.key)) void send(client, upload);
  }
}

async function send(client: QueryClient, { key, entity, id, file, isConfidential }: Upload): Promise<void> {
  const controller = new AbortController();
  underWay.set(key, controller);
  change(key, { sent: 0 });
  try {
    const added = await api.post('/document', {
      query: { Entity: entity, EntityId: id, Name: file.name, IsConfidential: isConfidential },
      body: file,
      signal: controller.signal,
      send: sendWithProgress((sent) => change(key, { sent })),
      handles: 'all',
    });
    notify.success(messages.added(added.name), undoOfAnswer(added));
    await invalidate(client, 'document', added.id);
    uploads.set(uploads.get().filter((upload) => upload.key !== key));
  } catch (error) {
    if (!controller.signal.aborted) change(key, { sent: undefined, ...refusedBecause(error) });
  } finally {
    underWay.delete(key);
    sendWaiting(client);
  }
}

function refusedBecause(error: unknown): Pick<Upload, 'refusal' | 'mayRetry'> {
  if (!(error instanceof ApiError)) throw error;
  const { errors } = error.problem;
  const text =
    error.status === 0 ? messages.noAnswer : errors ? Object.values(errors).flat().join(' ') : failureText(error);
  return { refusal: text, mayRetry: ![400, 403, 404, 413].includes(error.status) };
}
