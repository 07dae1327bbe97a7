import { FolderKanban, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/paths';
import { pendingBadge } from '@/resource/display';
import { CommandLink } from '@/shared/commands';
import { formatDay } from '@/shared/format/date';
import { Avatar } from '@/shared/ui/Avatar';
import { Section } from '@/shared/ui/Card';
import { EmptyState } from '@/shared/ui/EmptyState';
import { RecordCard } from '@/shared/ui/RecordCard';
import { messages } from '../messages';
import styles from './CompanyProjects.module.css';

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
      title={messages.title}
      {...(projects.length < pageful && { count: projects.length })}
      action={
        mayAdd && (
          <CommandLink command="new" to={paths.companies.newProject(companyId)} icon={<Plus aria-hidden />}>
            {messages.add}
          </CommandLink>
        )
      }
    >
      {projects.length === 0 ? (
        <EmptyState icon={<FolderKanban />} title={messages.none} text={messages.noneOfCompany} />
      ) : (
        <>
          <ul className={styles.cards}>
            {projects.map((project) => (
              <li key={project.id}>
                <RecordCard
                  to={paths.projects.details(project.id)}
                  name={project.name}
                  picture={<Avatar name={project.name} photoUrl={null} square fallback={<FolderKanban />} />}
                  state={pendingBadge(project)}
                  facts={[messages.createdOn(formatDay(project.createdAt))]}
                />
              </li>
            ))}
          </ul>
          <Link to={`${paths.projects.list()}?company=${companyId}`}>{messages.showInList}</Link>
        </>
      )}
    </Section>
  );
}
