import { Building2 } from 'lucide-react';
import { paths } from '@/paths';
import { Avatar } from '@/shared/ui/Avatar';
import { Badge } from '@/shared/ui/Badge';
import { RecordCard } from '@/shared/ui/RecordCard';
import type { CompanySummary } from './queries';

export function CompanyCard({ company }: { company: CompanySummary }) {
  const { id, name, supportEmail, supportPhone, photoUrl, isRemoved } = company;
  return (
    <RecordCard
      to={paths.companies.details(id)}
      name={name}
      picture={<Avatar name={name} photoUrl={photoUrl} square fallback={<Building2 />} />}
      isStateFirst
      state={isRemoved && <Badge tone="bad">Pending Remove</Badge>}
      facts={[`Support Email: ${supportEmail ?? '-'}`, `Support Phone: ${supportPhone ?? '-'}`]}
    />
  );
}
