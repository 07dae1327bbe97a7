import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { Documents } from '@/documents/Documents';
import { History, LastChange } from '@/history/History';
import { Notes } from '@/notes/Notes';
import { OwnFacts } from '@/own/OwnFacts';
import { useAccount } from '@/session/useAccount';
import { PhotoField } from '@/shared/forms/fields/PhotoField';
import { rememberOpened } from '@/shared/storage/opened';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Section } from '@/shared/ui/records/Card';
import { DefinitionGrid } from '@/shared/ui/records/DefinitionGrid';
import { factOf, RecordPicture } from './display';
import { messages } from './messages';
import { RecordNeeds } from './needs';
import { RecordPage } from './RecordPage';
import { PendingRemoval, RecordActions } from './removal';
import {
  type Description,
  fieldsOf,
  hasRight,
  type Resource,
  readField,
  type Shape,
  storeRecord,
  trailTo,
} from './resource';

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
          {resource.hasAttachments && <Attached resource={resource} record={record} />}
          <History entity={resource.kind} id={resource.idOf(record)} />
        </>
      )}
    </RecordPage>
  );
}

/** Documents and notes. Whoever may edit a record sees cost, where its rights do not say so. */
function Attached<S extends Shape>({ resource, record }: RecordFactsProps<S>) {
  const account = useAccount();
  const mayEdit = resource.mayEdit(record, account);
  const access = readField(record, 'access') as { seeCost?: boolean } | undefined;
  const of = { entity: resource.kind, id: resource.idOf(record), mayEdit };
  return (
    <>
      <Documents {...of} seesCost={access?.seeCost ?? mayEdit} />
      <Notes {...of} />
    </>
  );
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
  /** What the user may do with it, where the record does not say so itself. */
  access?: unknown;
  picture?: ReactNode;
  /** Below the facts of the overview, above the own fields. */
  children?: ReactNode;
}

/** Each field as a fact: in the overview, or in the section that it names. */
export function FactSections<S extends Shape>(props: FactSectionsProps<S>) {
  const { description, record, picture, children } = props;
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
        <OwnFacts list={description.kind} record={record} access={props.access ?? access} />
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
