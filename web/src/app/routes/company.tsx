import { FolderKanban, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { CompanyActions } from '@/features/companies/CompanyActions';
import { CompanyFacts } from '@/features/companies/CompanyFacts';
import { CompanyPage, companiesCrumb } from '@/features/companies/CompanyPage';
import { PendingRemoval } from '@/features/companies/PendingRemoval';
import type { Company } from '@/features/companies/queries';
import { ModeratorSection } from '@/features/moderators/ModeratorSection';
import { paths } from '@/paths';
import { Badge } from '@/shared/ui/Badge';
import { ButtonLink } from '@/shared/ui/Button';
import { Section } from '@/shared/ui/Card';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { EmptyState } from '@/shared/ui/EmptyState';
import { PageHeader } from '@/shared/ui/PageHeader';
import styles from './company.module.css';

export function Component() {
  return (
    <CompanyPage>
      {(company) => (
        <>
          <PageHeader
            title={company.name}
            trail={[companiesCrumb]}
            state={company.isRemoved && <Badge tone="bad">Pending Remove</Badge>}
            actions={<CompanyActions company={company} />}
          />
          {company.isRemoved && <PendingRemoval company={company} />}
          <div className={styles.columns}>
            <ComponentBoundary>
              <CompanyFacts company={company} />
            </ComponentBoundary>
            <div className={styles.related}>
              <ComponentBoundary>
                <ModeratorSection of={{ kind: 'company', ...company }} />
              </ComponentBoundary>
              <CompanyProjects
                companyId={company.id}
                projects={company.projects}
                mayAdd={company.access.edit && !company.isRemoved}
              />
            </div>
          </div>
        </>
      )}
    </CompanyPage>
  );
}

interface CompanyProjectsProps {
  companyId: string;
  projects: Company['projects'];
  mayAdd: boolean;
}

function CompanyProjects({ companyId, projects, mayAdd }: CompanyProjectsProps) {
  return (
    <Section
      title="Projects"
      count={projects.length}
      action={
        mayAdd && (
          <ButtonLink to={paths.companies.newProject(companyId)} icon={<Plus aria-hidden />}>
            Add project
          </ButtonLink>
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
        <ul className={styles.projects}>
          {projects.map(({ id, name, isRemoved }) => (
            <li key={id}>
              <Link to={paths.projects.details(id)}>{name}</Link>
              {isRemoved && <Badge tone="bad">Pending Remove</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
