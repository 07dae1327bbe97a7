import { FolderKanban, Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { rolesByRight } from '@/api/roles.gen';
import { paths } from '@/paths';
import { pendingBadge } from '@/resource/display';
import { NeedsRole } from '@/resource/needs';
import { CommandLink } from '@/shared/commands';
import { formatInstantDay } from '@/shared/format/date';
import { labelOf } from '@/shared/format/noun';
import { recordMessages } from '@/shared/recordMessages';
import { type Column, Table } from '@/shared/table/Table';
import { Section } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import styles from './CompanyProjects.module.css';
import { messages } from './messages';
import { project as record } from './record';

export interface ProjectValues {
  /** What a project is worth a month; not known where too many subscriptions run to add them up here. */
  value: string | undefined;
  /** The running subscriptions that this is the sum of, if there are some. */
  to: string | undefined;
  /** The next of them to end, or to renew, which its text says. */
  nextEnd: { text: string; to: string } | undefined;
}

export interface CompanyProjectsProps {
  companyId: string;
  /** The first ones; the list of projects shows the others. */
  projects: { id: string; name: string; isRemoved: boolean; createdAt: string }[];
  mayAdd: boolean;
  /** Whether the company takes nothing new. */
  isRemoved: boolean;
  valuesOf: (projectId: string) => ProjectValues;
}

/** As many come with a company at most; then their number says nothing. */
const pageful = 50;

/** The projects of a company, on its page. */
export function CompanyProjects({ companyId, projects, mayAdd, isRemoved, valuesOf }: CompanyProjectsProps) {
  const navigate = useNavigate();
  return (
    <Section
      title={record.noun.title}
      {...(projects.length < pageful && { count: projects.length })}
      action={
        !isRemoved &&
        (mayAdd ? (
          <CommandLink command="new" to={paths.companies.newProject(companyId)} icon={<Plus aria-hidden />}>
            {messages.add}
          </CommandLink>
        ) : (
          <NeedsRole lacks={[{ doing: 'add', roles: rolesByRight.edit }]} />
        ))
      }
    >
      {projects.length === 0 ? (
        <EmptyState icon={<FolderKanban />} title={messages.none} text={messages.noneOfCompany} />
      ) : (
        <>
          <div className={styles.rows}>
            <Table
              caption={record.noun.title}
              columns={columnsOf(valuesOf)}
              rows={projects}
              keyOf={({ id }) => id}
              onRowClick={({ id }) => void navigate(paths.projects.details(id))}
            />
          </div>
          <Link to={`${paths.projects.list()}?company=${companyId}`}>{messages.showInList}</Link>
        </>
      )}
    </Section>
  );
}

type Row = CompanyProjectsProps['projects'][number];

function columnsOf(valuesOf: CompanyProjectsProps['valuesOf']): Column<Row>[] {
  return [
    {
      header: labelOf(record.noun),
      lead: true,
      cell: (project) => (
        <span className={styles.name}>
          <Link to={paths.projects.details(project.id)} dir="auto">
            {project.name}
          </Link>
          {pendingBadge(project)}
        </span>
      ),
    },
    { header: recordMessages.created, narrow: true, cell: ({ createdAt }) => formatInstantDay(createdAt) },
    { header: messages.monthlyPrice, numeric: true, narrow: true, cell: ({ id }) => <Value {...valuesOf(id)} /> },
    { header: messages.nextEnd, narrow: true, cell: ({ id }) => <NextEnd {...valuesOf(id)} /> },
  ];
}

function Value({ value, to }: ProjectValues) {
  return to ? <Link to={to}>{value ?? messages.showRunning}</Link> : value;
}

function NextEnd({ nextEnd }: ProjectValues) {
  return nextEnd ? <Link to={nextEnd.to}>{nextEnd.text}</Link> : '–';
}
