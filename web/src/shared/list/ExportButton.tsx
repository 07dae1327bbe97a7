import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Transfer } from '@/shared/files/downloads';
import { useActionWithToast } from '@/shared/forms/useAction';
import { Button } from '@/shared/ui/buttons/Button';
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
  const { followDownload, saveFile } = await import('@/shared/files/followDownload');
  const content = await followDownload(name, load);
  if (content) saveFile(content, name);
}
