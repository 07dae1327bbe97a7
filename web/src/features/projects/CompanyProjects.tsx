import { FolderKanban, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/paths';
import { CommandLink } from '@/shared/commands';
import { formatDay } from '@/shared/format/date';
import { Section } from '@/shared/ui/Card';
import { EmptyState } from '@/shared/ui/EmptyState';
import styles from './CompanyProjects.module.css';
import { ProjectCard } from './ProjectCard';

interface CompanyProjectsProps {
  companyId: string;
  /** The first ones; the list of projects shows the others. */
  projects: { id: string; name: string; isRemoved: boolean; createdAt: string }[];
  mayAdd: boolean;
}

/** As many come with a company at most; then their number says nothing. */
const pageful = 50;

/** The projects of a company, on its page. */
export function CompanyProjects({ companyId, projects, mayAdd }: CompanyProjectsProps) {
  return (
    <Section
      title="Projects"
      {...(projects.length < pageful && { count: projects.length })}
      action={
        mayAdd && (
          <CommandLink command="new" to={paths.companies.newProject(companyId)} icon={<Plus aria-hidden />}>
            Add project
          </CommandLink>
        )
      }
    >
      {projects.length === 0 ? (
        <EmptyState
          icon={<FolderKanban />}
          title="No projects yet"
          text="The projects of this company are kept here."
        />
      ) : (
        <>
          <ul className={styles.cards}>
            {projects.map((project) => (
              <li key={project.id}>
                <ProjectCard project={project} facts={[`Created ${formatDay(project.createdAt)}`]} />
              </li>
            ))}
          </ul>
          <Link to={`${paths.projects.list()}?company=${companyId}`}>Show in the list of projects</Link>
        </>
      )}
    </Section>
  );
}
