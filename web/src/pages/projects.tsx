import { Narrowings } from '@/records/project/Narrowings';
import { projects } from '@/records/project/resource';
import { ListPage } from '@/resource/ListPage';
import { readsOfList } from '@/resource/resource';
import { useAddsProjects } from '@/session/useRights';

export function ProjectsPage() {
  const { addsProjects } = useAddsProjects();
  return (
    <ListPage resource={projects} mayAdd={addsProjects ?? 'unknown'}>
      <Narrowings />
    </ListPage>
  );
}
ProjectsPage.firstReads = readsOfList(projects);
