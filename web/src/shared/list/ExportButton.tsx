import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useActionWithToast } from '@/shared/forms/useAction';
import { Button } from '@/shared/ui/Button';
import { messages } from './messages';

interface ExportButtonProps {
  fileName: string;
  load: () => Promise<Blob>;
  label?: ReactNode;
}

/** Saves all that a list's filter lets through, not only what is in sight. */
export function ExportButton({ fileName, load, label = messages.export }: ExportButtonProps) {
  const { status, run } = useActionWithToast(async () => saveFile(await load(), fileName));
  return (
    <Button icon={<Download aria-hidden />} busy={status === 'in progress'} onClick={() => void run()}>
      {label}
    </Button>
  );
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
