import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { common } from '@/shared/messages';
import { notify } from '@/shared/toast';
import { IconButton } from './IconButton';

/** Puts a text on the clipboard and says for a moment that it did. */
export function CopyButton({ text, what, className }: { text: string; what: string; className?: string | undefined }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);

  // Browsers keep the clipboard from pages that came over plain HTTP from another machine.
  if (!window.isSecureContext) return null;
  return (
    <IconButton
      label={copied ? common.copied : common.copy(what)}
      icon={copied ? <Check /> : <Copy />}
      className={className}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => notify.warning(common.browserRefusesCopy),
        )
      }
    />
  );
}
