import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { rightsMessages } from './messages';
import { useAccount } from './useAccount';

/** A page that is of no use to others: whatever they did here, the server would refuse. */
export function AdminsOnly({ title, children }: { title: string; children: ReactNode }) {
  const { isAdmin } = useAccount();
  if (isAdmin) return children;
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon={<Lock />} title={rightsMessages.adminsOnly} text={rightsMessages.adminsOnlyText} />
    </>
  );
}

/** Instead of a page whose every button would be refused: which roles would do; none, if only administrators may. */
export function NotAllowed({ roles = [] }: { roles?: readonly string[] | undefined }) {
  return <EmptyState icon={<Lock />} title={rightsMessages.notAllowed} text={rightsMessages.notAllowedText(roles)} />;
}
