import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import type * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import { type Controls, EditRecordPage, NewRecord } from '@/resource/forms';
import { listCrumb } from '@/resource/resource';
import { NotAllowed } from '@/session/rights';
import { useAddsProjects } from '@/session/useRights';
import { PickField } from '@/shared/forms/fields/ComboboxField';
import { messages as formMessages } from '@/shared/forms/messages';
import { failsInPlace } from '@/shared/loading/readFailure';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { PendingPage } from '@/shared/ui/page/PendingPage';
import { messages } from './messages';
import type { Project } from './record';
import { type ProjectShape, projects } from './resource';

export const EditProjectPage = () => <EditRecordPage resource={projects} />;

export function NewProjectPage() {
  const header = { title: messages.create, trail: [listCrumb(projects)] };
  const { addsProjects, query } = useAddsProjects();
  if (addsProjects === undefined) return <PendingPage {...header} isForm query={query} />;
  return (
    <>
      <PageHeader {...header} />
      {addsProjects ? <NewProject /> : <NotAllowed roles={projects.needs?.add} />}
    </>
  );
}

/** A project is made for what it gets. */
const next = [
  { name: 'product', label: messages.saveAndAddProducts, to: ({ id }: Project) => paths.projects.newProduct(id) },
];

const controls: Controls<ProjectShape> = () => ({ companyId: <CompanyField /> });

/** A project of one company, or of one yet to be chosen. What was asked for on a company's page leads back there. */
export function NewProject({ companyId }: { companyId?: string }) {
  if (companyId === undefined) return <NewRecord resource={projects} controls={controls} next={next} />;
  const parent = paths.companies.details(companyId);
  return <NewRecord resource={projects} values={{ companyId }} omit={['companyId']} parent={parent} next={next} />;
}

/** The company of a new project, found by name among those that the user may add one to. */
function CompanyField() {
  const [text, setText] = useState('');
  const query = { Search: text, PageSize: 10, Removed: 'exclude', Editable: true } as const;
  const { data, isPending, isPlaceholderData, isError } = useQuery({
    queryKey: [...queryKeys.companyLists, 'pick', text],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/company', { query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <PickField<typeof rules.ProjectInput>
      name="companyId"
      help={messages.companyHelp}
      suggestions={(data ?? []).map(({ id, name, supportEmail }) => ({
        value: id,
        label: name,
        note: supportEmail ?? '–',
      }))}
      searched={isPending || isPlaceholderData ? undefined : text}
      nothing={isError ? formMessages.searchFailed : data?.length === 0 ? messages.noCompanyFound : undefined}
      onSearch={setText}
    />
  );
}
