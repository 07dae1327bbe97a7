import { useQuery } from '@tanstack/react-query';
import { Paperclip as Clip } from 'lucide-react';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import { documentCountQuery } from './counts';
import styles from './Paperclip.module.css';
import { messages } from './paperclipMessages';

/** How many documents a record of a list has; nothing, if it has none. */
export default function Paperclip({ kind, id }: { kind: string; id: string }) {
  const { data = 0 } = useQuery(documentCountQuery(kind, id));
  if (data === 0) return null;
  const text = messages.count(data);
  return (
    <span className={styles.clip} title={text}>
      <Clip size={14} aria-hidden />
      <span aria-hidden>{data}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
