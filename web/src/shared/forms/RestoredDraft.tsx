import { History } from 'lucide-react';
import { recordMessages } from '@/shared/recordMessages';
import { Button } from '@/shared/ui/Button';
import { cx } from '@/shared/ui/cx';
import { RelativeTime } from '@/shared/ui/RelativeTime';
import styles from './Form.module.css';

interface RestoredDraftProps {
  at: string;
  onDiscard: () => void;
}

/** Says that the form holds what was typed before, and was not saved. */
export default function RestoredDraft({ at, onDiscard }: RestoredDraftProps) {
  return (
    <div className={cx(styles.banner, styles.restored)} role="status">
      <History size={16} aria-hidden />
      <p>
        {recordMessages.restored}
        <RelativeTime at={at} />
        {recordMessages.restoredNotSaved}
      </p>
      <Button look="quiet" onClick={onDiscard}>
        {recordMessages.discard}
      </Button>
    </div>
  );
}
