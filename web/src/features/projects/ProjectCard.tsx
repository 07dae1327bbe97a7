import { FolderKanban } from 'lucide-react';
import { paths } from '@/paths';
import { Avatar } from '@/shared/ui/Avatar';
import { Badge } from '@/shared/ui/Badge';
import { RecordCard } from '@/shared/ui/RecordCard';

interface ProjectCardProps {
  project: { id: string; name: string; isRemoved: boolean };
  /** The lines below the name: the company, unless that goes without saying. */
  facts: string[];
}

export function ProjectCard({ project: { id, name, isRemoved }, facts }: ProjectCardProps) {
  return (
    <RecordCard
      to={paths.projects.details(id)}
      name={name}
      picture={<Avatar name={name} photoUrl={null} square fallback={<FolderKanban />} />}
      state={isRemoved && <Badge tone="bad">Pending Remove</Badge>}
      facts={facts}
    />
  );
}
