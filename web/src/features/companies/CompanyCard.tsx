import { Building2 } from 'lucide-react';
import { paths } from '@/paths';
import { Avatar } from '@/shared/ui/Avatar';
import { Badge } from '@/shared/ui/Badge';
import { CardLink } from '@/shared/ui/Card';
import styles from './CompanyCard.module.css';
import type { CompanySummary } from './queries';

export function CompanyCard({ company }: { company: CompanySummary }) {
  const { id, name, supportEmail, supportPhone, photoUrl, isRemoved } = company;
  return (
    <CardLink to={paths.companies.details(id)} className={styles.card}>
      <Avatar name={name} photoUrl={photoUrl} size={40} square fallback={<Building2 />} />
      <span className={styles.text}>
        <span className={styles.head}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          {isRemoved && <Badge tone="bad">Pending Remove</Badge>}
        </span>
        <span className={styles.fact} title={supportEmail ?? undefined}>
          Support Email: {supportEmail ?? '-'}
        </span>
        <span className={styles.fact}>Support Phone: {supportPhone ?? '-'}</span>
      </span>
    </CardLink>
  );
}
