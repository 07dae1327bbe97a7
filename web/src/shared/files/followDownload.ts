import { downloads, type Transfer } from './downloads';

/** A file that is there sooner is not worth a line. */
const patience = 1_000;

/** Bytes between two looks of the line, which shows tenths of megabytes. */
const step = 100_000;

let last = 0;

/** Reads a file, and shows how far it is and how to stop it. Undefined if it was stopped. */
export async function followDownload(
  name: string,
  load: (transfer: Transfer) => Promise<Blob>,
): Promise<Blob | undefined> {
  last += 1;
  const id = last;
  const controller = new AbortController();
  let bytes = 0;
  const show = () => {
    const others = downloads.get().filter((one) => one.id !== id);
    downloads.set([...others, { id, name, bytes, stop: () => controller.abort() }].toSorted((a, b) => a.id - b.id));
  };
  const count = (part: number) => {
    const isNews = Math.floor((bytes + part) / step) > Math.floor(bytes / step);
    bytes += part;
    if (isShown && isNews) show();
  };
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    show();
  }, patience);
  try {
    return await load({ signal: controller.signal, readFile: (response) => counted(response, count) });
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    if (isShown) downloads.set(downloads.get().filter((one) => one.id !== id));
  }
}

function counted(response: Response, count: (bytes: number) => void): Promise<Blob> {
  if (!response.body) return response.blob();
  const parts = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, next) {
      count(part.byteLength);
      next.enqueue(part);
    },
  });
  return new Response(response.body.pipeThrough(parts), { headers: response.headers }).blob();
}

/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Not at once: the browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
