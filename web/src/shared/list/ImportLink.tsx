import { Upload } from 'lucide-react';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import styles from './ImportLink.module.css';
import { messages } from './messages';

/** Leads from a list to the import of its records. On a phone it is an icon. */
export function ImportLink({ to }: { to: string }) {
  return (
    <ButtonLink to={to} icon={<Upload aria-hidden />}>
      <span className={styles.text}>{messages.import}</span>
    </ButtonLink>
  );
}
