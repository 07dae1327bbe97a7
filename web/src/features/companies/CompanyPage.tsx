import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { paths } from '@/paths';
import { ErrorState } from '@/shared/ui/ErrorState';
import { NotAllowed } from '@/shared/ui/NotAllowed';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Skeleton } from '@/shared/ui/Skeleton';
import { type Company, companyQuery } from './queries';

interface CompanyPageProps {
  /** What the page is for; it is not shown to those who may not do that. */
  needs?: 'edit' | 'manageModerators';
  children: (company: Company) => ReactNode;
}

/** Loads the company of the address for a page about it. */
export function CompanyPage({ needs, children }: CompanyPageProps) {
  const { compId = '' } = useParams();
  const { data, isError, isFetching, refetch } = useQuery(companyQuery(compId));
  if (data && needs && !data.access[needs]) {
    return (
      <>
        <PageHeader title={data.name} trail={companyTrail(data)} />
        <NotAllowed />
      </>
    );
  }
  if (data) return children(data);
  if (isError) {
    return (
      <ErrorState
        label="An Error Occurred! Click Here To Refresh."
        busy={isFetching}
        onRefresh={() => void refetch()}
      />
    );
  }
  return (
    <div aria-busy="true">
      <PageHeader title="Company" trail={[companiesCrumb]} />
      <Skeleton height="16rem" />
    </div>
  );
}

export const companiesCrumb = { label: 'Companies', to: paths.companies.list() };

/** The pages above one that belongs to a company. */
export function companyTrail({ id, name }: Company) {
  return [companiesCrumb, { label: name, to: paths.companies.details(id) }];
}
