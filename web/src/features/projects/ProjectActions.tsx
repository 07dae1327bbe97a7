import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/paths';
import { CommandLink } from '@/shared/commands';
import { isolate } from '@/shared/format/isolate';
import { counted } from '@/shared/format/number';
import { DeleteButton } from '@/shared/ui/DeleteButton';
import { ActionDialog } from '@/shared/ui/Dialog';
import type { Project } from './queries';
import { useProjectRemoval } from './removal';

/** What the user may do with a project as a whole. */
export function ProjectActions({ project }: { project: Project }) {
  const [asking, setAsking] = useState(false);
  const { removal } = useProjectRemoval(project);
  const { access } = project;
  return (
    <>
      {access.edit && (
        <CommandLink command="edit" to={paths.projects.edit(project.id)} icon={<Pencil aria-hidden />}>
          Edit
        </CommandLink>
      )}
      {access.remove && !project.isRemoved && <DeleteButton onClick={() => setAsking(true)} />}
      {asking && (
        <ActionDialog
          title={`Removing Project: ${isolate(project.name)}`}
          message={<RemovalQuestion project={project} />}
          verb="Delete"
          danger
          action={removal}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function RemovalQuestion({ project: { subscriptions, products } }: { project: Project }) {
  return (
    <>
      <p>Are you sure you want to remove this project?</p>
      {subscriptions.length + products.length > 0 && (
        <p>
          It has {counted(subscriptions.length, 'subscription', 'subscriptions')} and{' '}
          {counted(products.length, 'product', 'products')}: it stays, pending, until they are removed.
        </p>
      )}
    </>
  );
}
