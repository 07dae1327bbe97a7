import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { History, LastChange } from '@/history/History';
import { Notes } from '@/notes/Notes';
import { hasNotes } from '@/records';
import { AdminsOnly, NotAllowed } from '@/session/rights';
import type { Account } from '@/session/session';
import { useAccount } from '@/session/useAccount';
import { labelOf } from '@/shared/format/noun';
import { PhotoField } from '@/shared/forms/PhotoField';
import { rememberOpened } from '@/shared/opened';
import { Section } from '@/shared/ui/Card';
import { DefinitionGrid } from '@/shared/ui/DefinitionGrid';
import { PageHeader } from '@/shared/ui/PageHeader';
import { PendingPage } from '@/shared/ui/PendingPage';
import { factOf, RecordPicture } from './display';
import { messages } from './messages';
import { RecordNeeds } from './needs';
import { PendingRemoval, RecordActions } from './removal';
import {
  type Description,
  fieldsOf,
  hasRight,
  listCrumb,
  type Resource,
  readField,
  recordQuery,
  recordTrail,
  type Shape,
  storeRecord,
  trailTo,
} from './resource';

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

interface DetailsPageProps<S extends Shape> {
  resource: Resource<S>;
  /** What the user may do with the record; Edit and Delete, unless told otherwise. */
  renderActions?: (record: S['record']) => ReactNode;
  children: (record: S['record']) => ReactNode;
}

/** The page that shows a record: its name, state and actions, why it waits for its removal, and its parts. */
export function DetailsPage<S extends Shape>({ resource, renderActions, children }: DetailsPageProps<S>) {
  return (
    <RecordPage resource={resource}>
      {(record) => (
        <>
          <PageHeader
            title={resource.nameOf(record)}
            trail={trailTo(resource, record)}
            state={resource.state(record)}
            actions={renderActions ? renderActions(record) : <RecordActions resource={resource} record={record} />}
            note={
              <>
                <LastChange entity={resource.kind} id={resource.idOf(record)} />
                {!renderActions && <RecordNeeds resource={resource} record={record} />}
              </>
            }
          />
          <Opened
            kind={resource.kind}
            id={resource.idOf(record)}
            name={resource.nameOf(record)}
            parentName={resource.trail?.(record).at(-1)?.label}
          />
          {record.isRemoved && <PendingRemoval resource={resource} record={record} />}
          {children(record)}
          {hasNotes(resource.kind) && <DetailsNotes resource={resource} record={record} />}
          <History entity={resource.kind} id={resource.idOf(record)} />
        </>
      )}
    </RecordPage>
  );
}

function DetailsNotes<S extends Shape>({ resource, record }: RecordFactsProps<S>) {
  const account = useAccount();
  return <Notes entity={resource.kind} id={resource.idOf(record)} mayEdit={resource.mayEdit(record, account)} />;
}

interface OpenedProps {
  kind: string;
  id: string;
  name: string;
  parentId?: string | undefined;
  parentName?: string | undefined;
}

/** Remembers for the palette that the page of a record was opened. */
export function Opened({ kind, id, name, parentId = '', parentName = '' }: OpenedProps) {
  const { email } = useAccount();
  useEffect(() => {
    rememberOpened(email, { kind, id, name, parentId, parentName, isDisabled: false });
  }, [email, kind, id, name, parentId, parentName]);
  return null;
}

interface RecordFactsProps<S extends Shape> {
  resource: Resource<S>;
  record: S['record'];
}

/** The fields of a record, below its photo. */
export function RecordFacts<S extends Shape>({ resource, record }: RecordFactsProps<S>) {
  const account = useAccount();
  const { address, mayEdit, idOf } = resource;
  return (
    <FactSections
      description={resource}
      record={record}
      picture={readField(record, 'photoUrl') !== undefined && <RecordPhoto resource={resource} record={record} />}
    >
      {address && mayEdit(record, account) && (
        <Link to={address.path(idOf(record))}>{address.of(record) ? messages.editAddress : messages.addAddress}</Link>
      )}
    </FactSections>
  );
}

interface FactSectionsProps<S extends Shape> {
  description: Description<S>;
  record: S['record'];
  picture?: ReactNode;
  /** Below the facts of the overview. */
  children?: ReactNode;
}

/** Each field as a fact: in the overview, or in the section that it names. */
export function FactSections<S extends Shape>({ description, record, picture, children }: FactSectionsProps<S>) {
  const access = readField(record, 'access');
  const facts = fieldsOf(description).filter(
    ({ isFact, isShown, needs }) =>
      isFact !== false && (isShown?.(record) ?? true) && (access === undefined || hasRight(access, needs?.see)),
  );
  const factsIn = (title?: string) =>
    facts.filter(({ section }) => section === title).map((field) => factOf(description, field, record));
  const sections = new Set(facts.flatMap(({ section }) => section ?? []));
  return (
    <>
      <Section title={messages.overview} picture={picture}>
        <DefinitionGrid facts={factsIn()} />
        {children}
      </Section>
      {[...sections].map((title) => (
        <Section key={title} title={title}>
          <DefinitionGrid facts={factsIn(title)} />
        </Section>
      ))}
    </>
  );
}

function RecordPhoto<S extends Shape>({ resource, record }: RecordFactsProps<S>) {
  const client = useQueryClient();
  const account = useAccount();
  const { upload, remove, onPage = 72 } = resource.picture;
  const photo = <RecordPicture resource={resource} of={record} size={onPage} />;
  if (!upload || !remove || !resource.mayEdit(record, account)) return photo;
  const keep = (saved: S['record']) => {
    storeRecord(client, resource, saved);
    return saved;
  };
  return (
    <PhotoField
      isSmall
      preview={photo}
      hasPhoto={readField(record, 'photoUrl') !== null}
      onUpload={async (file) => keep(await upload(record, file))}
      onRemove={async () => keep(await remove(record))}
    />
  );
}
