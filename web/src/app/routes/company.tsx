import { Building2, FolderKanban, Plus } from 'lucide-react';
import { CompanyActions } from '@/features/companies/CompanyActions';
import { CompanyFacts } from '@/features/companies/CompanyFacts';
import { CompanyModerators } from '@/features/companies/CompanyModerators';
import { CompanyPage, companiesCrumb } from '@/features/companies/CompanyPage';
import { PendingRemoval } from '@/features/companies/PendingRemoval';
import { paths } from '@/paths';
import { Avatar } from '@/shared/ui/Avatar';
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
            mark={<Avatar name={company.name} photoUrl={company.photoUrl} size={40} square fallback={<Building2 />} />}
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
                <CompanyModerators company={company} />
              </ComponentBoundary>
              <CompanyProjects id={company.id} mayAdd={company.access?.edit === true && !company.isRemoved} />
            </div>
          </div>
        </>
      )}
    </CompanyPage>
  );
}

function CompanyProjects({ id, mayAdd }: { id: string; mayAdd: boolean }) {
  return (
    <Section
      title="Projects"
      count={0}
      action={
        mayAdd && (
          <ButtonLink to={paths.companies.newProject(id)} icon={<Plus aria-hidden />}>
            Add project
          </ButtonLink>
        )
      }
    >
      <EmptyState icon={<FolderKanban />} title="No projects yet" text="The projects of this company are kept here." />
    </Section>
  );
}
