import { ModeratorSection } from '@/features/moderators/ModeratorSection';
import { PendingRemoval } from '@/features/projects/PendingRemoval';
import { ProjectActions } from '@/features/projects/ProjectActions';
import { ProjectFacts } from '@/features/projects/ProjectFacts';
import { ProjectPage, projectsCrumb } from '@/features/projects/ProjectPage';
import { ProjectProducts } from '@/features/projects/ProjectProducts';
import { ProjectSubscriptions } from '@/features/projects/ProjectSubscriptions';
import { Badge } from '@/shared/ui/Badge';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { PageHeader } from '@/shared/ui/PageHeader';
import styles from './project.module.css';

export function Component() {
  return (
    <ProjectPage>
      {(project) => (
        <>
          <PageHeader
            title={project.name}
            trail={[projectsCrumb]}
            state={project.isRemoved && <Badge tone="bad">Pending Remove</Badge>}
            actions={<ProjectActions project={project} />}
          />
          {project.isRemoved && <PendingRemoval project={project} />}
          <div className={styles.sections}>
            <ComponentBoundary>
              <ProjectFacts project={project} />
            </ComponentBoundary>
            <ComponentBoundary>
              <ProjectSubscriptions project={project} />
            </ComponentBoundary>
            <ComponentBoundary>
              <ProjectProducts project={project} />
            </ComponentBoundary>
            <ComponentBoundary>
              <ModeratorSection of={{ kind: 'project', ...project }} />
            </ComponentBoundary>
          </div>
        </>
      )}
    </ProjectPage>
  );
}
