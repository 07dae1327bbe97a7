import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { ApiError } from '@/api/errors';
import { paths } from '@/paths';
import { AdminsOnly } from '@/session/rights';
import { ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { EmptyState } from '@/shared/ui/EmptyState';
import { FailedQuery } from '@/shared/ui/ErrorState';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Skeleton } from '@/shared/ui/Skeleton';
import { knownOption, useUrlParams } from '@/shared/useUrlParams';
import { ChooseFile } from './ChooseFile';
import { Comparison } from './Comparison';
import { type ImportList, importFields, messages } from './messages';
import { importQuery, listPaths } from './queries';

const lists = Object.keys(importFields).map((value) => ({ value: value as ImportList })) as [
  { value: ImportList },
  ...{ value: ImportList }[],
];

/** Lists in which others than administrators may change something. */
const forModerators: readonly ImportList[] = ['company', 'project', 'projectSubscription'];

/** Brings the records of a file into a list: choose it, see what would change, apply it. The address keeps the import. */
export function ImportPage() {
  const { params } = useUrlParams();
  const list = knownOption(lists, params.get('list'));
  const id = params.get('id');
  const title = messages.title(list);
  const page = (
    <>
      <PageHeader title={title} trail={[{ label: messages.lists[list], to: listPaths[list] }]} />
      {id ? <OpenImport key={id} id={id} list={list} /> : <ChooseFile key={list} list={list} />}
    </>
  );
  return forModerators.includes(list) ? page : <AdminsOnly title={title}>{page}</AdminsOnly>;
}

function OpenImport({ id, list }: { id: string; list: ImportList }) {
  const query = useQuery(importQuery(id));
  const { data, error } = query;
  if (data) return <Comparison of={data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={messages.gone}
        text={messages.goneText}
        action={<ButtonLink to={paths.app.import(list)}>{messages.startOver}</ButtonLink>}
      />
    );
  }
  if (error) return <FailedQuery query={query} message={messages.notLoaded} />;
  return (
    <Card>
      <Skeleton height="12rem" />
    </Card>
  );
}
