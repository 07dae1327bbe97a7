import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { fieldsQuery } from '@/own/fields';
import { AdminsOnly, NotAllowed } from '@/session/rights';
import type { Account } from '@/session/session';
import { useAccount } from '@/session/useAccount';
import { labelOf } from '@/shared/format/noun';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { PendingPage } from '@/shared/ui/page/PendingPage';
import { listCrumb, type Resource, recordQuery, recordTrail, type Shape } from './resource';

interface RecordPageProps<S extends Shape> {
  resource: Resource<S>;
  /** Of a page below the one that shows the record, mostly a form. */
  title?: string;
  isForm?: boolean;
  /** What the page is for; it is not shown to those who may not do that. */
  needs?: (record: S['record'], account: Account) => boolean;
  /** The roles that may do it; none, if only administrators may. */
  roles?: readonly string[] | undefined;
  children: (record: S['record']) => ReactNode;
}

/** Loads the record of the address for a page about it. */
export function RecordPage<S extends Shape>(props: RecordPageProps<S>) {
  const { adminsOnly, noun } = props.resource;
  const isForAdmins = adminsOnly === 'all' || (adminsOnly === 'forms' && props.title !== undefined);
  if (!isForAdmins) return <LoadedRecord {...props} />;
  return (
    <AdminsOnly title={(adminsOnly !== 'all' && props.title) || labelOf(noun)}>
      <LoadedRecord {...props} />
    </AdminsOnly>
  );
}

function LoadedRecord<S extends Shape>({ resource, title, isForm, needs, roles, children }: RecordPageProps<S>) {
  const account = useAccount();
  const { [resource.param]: id = '' } = useParams();
  const query = useQuery(recordQuery(resource, id));
  // With the record: a form waits for both.
  usePrefetchQuery(fieldsQuery);
  const record = query.data;
  if (!record) {
    return (
      <PendingPage
        title={labelOf(resource.noun)}
        trail={[listCrumb(resource)]}
        isForm={isForm ?? title !== undefined}
        query={query}
      />
    );
  }
  const trail = recordTrail(resource, record);
  if (needs && !needs(record, account)) {
    return (
      <>
        <PageHeader title={resource.nameOf(record)} trail={trail} />
        <NotAllowed roles={roles} />
      </>
    );
  }
  return (
    <>
      {title !== undefined && <PageHeader title={title} trail={trail} />}
      {children(record)}
    </>
  );
}
