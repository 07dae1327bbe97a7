import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { ApiError } from '@/api/errors';
import { paths } from '@/paths';
import { type ImportKind, records } from '@/records';
import { AdminsOnly } from '@/session/rights';
import { useUrlParams } from '@/shared/navigation/useUrlParams';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Card } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { ChooseFile } from './ChooseFile';
import { Comparison } from './Comparison';
import { importedKind, listOf } from './fields';
import { messages } from './messages';
import { importQuery } from './queries';

/** Brings the records of a file into a list: choose it, see what would change, apply it. The address keeps the import. */
export function ImportPage() {
  const { params } = useUrlParams();
  const kind = importedKind(params.get('list'));
  const { noun, import: allowed } = records[kind];
  const id = params.get('id');
  const title = messages.title(noun);
  const page = (
    <>
      <PageHeader title={title} trail={[listOf(kind)]} />
      {id ? <OpenImport key={id} id={id} kind={kind} /> : <ChooseFile key={kind} kind={kind} />}
    </>
  );
  return allowed?.forAdmins ? <AdminsOnly title={title}>{page}</AdminsOnly> : page;
}

function OpenImport({ id, kind }: { id: string; kind: ImportKind }) {
  const query = useQuery(importQuery(id));
  const { data, error } = query;
  if (data) return <Comparison of={data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={messages.gone}
        text={messages.goneText}
        action={<ButtonLink to={paths.app.import(kind)}>{messages.startOver}</ButtonLink>}
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
