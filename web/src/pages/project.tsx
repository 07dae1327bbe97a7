import { RecordAccess } from '@/access/Access';
import { ModeratorSection } from '@/features/moderators/ModeratorSection';
import { ProjectValue, runningInProjectQuery } from '@/features/renewals/value/Value';
import { projects } from '@/records/project/resource';
import { ItemSection } from '@/records/projectItem/ItemSection';
import { projectProducts } from '@/records/projectProduct/resource';
import { projectSubscriptions } from '@/records/projectSubscription/resource';
import { DetailsPage, RecordFacts } from '@/resource/DetailsPage';
import { readsOfRecord } from '@/resource/resource';
import type { FirstReads } from '@/shared/loading/firstReads';
import { FigureHelp } from '@/shared/ui/records/FigureHelp';
import { ComponentBoundary } from '@/shared/ui/states/ComponentBoundary';
import { messages } from './projectMessages';
import styles from './recordPage.module.css';

export function ProjectDetailsPage() {
  return (
    <DetailsPage resource={projects}>
      {(project) => (
        <div className={styles.sections}>
          <div className={styles.products}>
            <ComponentBoundary>
              <ProjectValue projectId={project.id} maySeeCost={project.access.seeCost} />
            </ComponentBoundary>
          </div>
          <div className={styles.products}>
            <ComponentBoundary>
              <RecordFacts resource={projects} record={project} />
            </ComponentBoundary>
          </div>
          <div>
            <ComponentBoundary>
              <ItemSection items={projectSubscriptions} project={project} />
            </ComponentBoundary>
          </div>
          <div className={styles.products}>
            <ComponentBoundary>
              <ItemSection
                items={projectProducts}
                project={project}
                note={
                  <>
                    {messages.paidOnce}
                    <FigureHelp topic="one-off-products" of={messages.oneOff} />
                  </>
                }
              />
            </ComponentBoundary>
          </div>
          <div className={styles.moderators}>
            <ComponentBoundary>
              <ModeratorSection of={{ kind: 'project', ...project }}>
                <RecordAccess entity="project" id={project.id} />
              </ModeratorSection>
            </ComponentBoundary>
          </div>
        </div>
      )}
    </DetailsPage>
  );
}
ProjectDetailsPage.firstReads = ((read, page) => {
  readsOfRecord(projects)(read, page);
  read(runningInProjectQuery(page.params.projId ?? ''));
}) satisfies FirstReads;
