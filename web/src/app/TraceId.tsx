import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/shared/ui/IconButton';
import styles from './TraceId.module.css';

/** The number under which the failure is found in the server's log. */
export function TraceId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(id);
    setCopied(true);
  }

  return (
    <p className={styles.trace}>
      Trace id <code>{id}</code>
      <IconButton
        label={copied ? 'Copied' : 'Copy trace id'}
        icon={copied ? <Check /> : <Copy />}
        onClick={() => void copy()}
      />
    </p>
  );
}
