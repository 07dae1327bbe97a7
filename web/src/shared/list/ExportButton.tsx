import { Download } from 'lucide-react';
import { useActionWithToast } from '@/shared/forms/useAction';
import { saveFile } from '@/shared/saveFile';
import { Button } from '@/shared/ui/Button';
import { messages } from './messages';

interface ExportButtonProps {
  fileName: string;
  load: () => Promise<Blob>;
}

/** Saves all that a list's filter lets through, not only what is in sight. */
export function ExportButton({ fileName, load }: ExportButtonProps) {
  const { status, run } = useActionWithToast(async () => saveFile(await load(), fileName));
  return (
    <Button icon={<Download aria-hidden />} busy={status === 'in progress'} onClick={() => void run()}>
      {messages.export}
    </Button>
  );
}
