import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { followDownload, type Transfer } from '@/shared/downloads';
import { useActionWithToast } from '@/shared/forms/useAction';
import { Button } from '@/shared/ui/Button';
import { messages } from './messages';

interface ExportButtonProps {
  fileName: string;
  load: (transfer: Transfer) => Promise<Blob>;
  label?: ReactNode;
}

/** Saves all that a list's filter lets through, not only what is in sight. */
export function ExportButton({ fileName, load, label = messages.export }: ExportButtonProps) {
  const { status, run } = useActionWithToast(() => download(fileName, load));
  return (
    <Button icon={<Download aria-hidden />} busy={status === 'in progress'} onClick={() => void run()}>
      {label}
    </Button>
  );
}

/** Reads a file and saves it, unless it is stopped. */
export async function download(name: string, load: (transfer: Transfer) => Promise<Blob>): Promise<void> {
  const content = await followDownload(name, load);
  if (content) saveFile(content, name);
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
