import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { paths } from '@/paths';
import { NotAllowed } from '@/shared/ui/NotAllowed';
import { PageHeader } from '@/shared/ui/PageHeader';
import { PendingPage } from '@/shared/ui/PendingPage';
import { type Company, companyQuery } from './queries';

interface CompanyPageProps {
  /** What the page is for; it is not shown to those who may not do that. */
  needs?: 'edit' | 'manageModerators';
  children: (company: Company) => ReactNode;
}

/** Loads the company of the address for a page about it. */
export function CompanyPage({ needs, children }: CompanyPageProps) {
  const { compId = '' } = useParams();
  const query = useQuery(companyQuery(compId));
  const { data } = query;
  if (data && needs && !data.access[needs]) {
    return (
      <>
        <PageHeader title={data.name} trail={companyTrail(data)} />
        <NotAllowed />
      </>
    );
  }
  if (data) return children(data);
  return <PendingPage title="Company" trail={[companiesCrumb]} isForm={needs !== undefined} query={query} />;
}

export const companiesCrumb = { label: 'Companies', to: paths.companies.list() };

/** The pages above one that belongs to a company. */
export function companyTrail({ id, name }: Company) {
  return [companiesCrumb, { label: name, to: paths.companies.details(id) }];
}
