import { Trash2 } from 'lucide-react';
import { common } from '@/shared/messages';
import { Button } from './Button';

/** At the end of a page's actions; it asks before it does anything. */
export function DeleteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button look="quiet" icon={<Trash2 aria-hidden />} onClick={onClick}>
      {common.delete}
    </Button>
  );
}
