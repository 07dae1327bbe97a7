import { FolderKanban } from 'lucide-react';
import { paths } from '@/paths';
import { Avatar } from '@/shared/ui/Avatar';
import { Badge } from '@/shared/ui/Badge';
import { RecordCard } from '@/shared/ui/RecordCard';

interface ProjectCardProps {
  project: { id: string; name: string; isRemoved: boolean };
  /** The line below the name: the company, or something else where that goes without saying. */
  fact: { label: string; value: string };
}

export function ProjectCard({ project: { id, name, isRemoved }, fact }: ProjectCardProps) {
  return (
    <RecordCard
      to={paths.projects.details(id)}
      name={name}
      picture={<Avatar name={name} photoUrl={null} square fallback={<FolderKanban />} />}
      state={isRemoved && <Badge tone="bad">Pending Remove</Badge>}
      facts={[fact]}
    />
  );
}
