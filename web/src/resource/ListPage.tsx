import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryString } from '@/api/client';
import { DocumentCount } from '@/documents/DocumentCount';
import { ownParams } from '@/own/address';
import { useOwnFields } from '@/own/fields';
import { importPath } from '@/records';
import { AdminsOnly } from '@/session/rights';
import { useAccount } from '@/session/useAccount';
import { CommandLink } from '@/shared/commands';
import { ExportButton } from '@/shared/list/ExportButton';
import { ImportLink } from '@/shared/list/ImportLink';
import { messages as listMessages } from '@/shared/list/messages';
import { RecordList } from '@/shared/list/RecordList';
import { recordMessages } from '@/shared/recordMessages';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import { Chips } from '@/shared/ui/inputs/Chips';
import { Select } from '@/shared/ui/inputs/Select';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { RecordCard } from '@/shared/ui/records/RecordCard';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { useDefaultView } from '@/views/ViewsButton';
import { RecordPicture, textOf } from './display';
import { NeedsRole } from './needs';
import { fieldsOf, hasFigures, paramsOf, type Resource, recordPages, type Shape, sortsOf } from './resource';
import { TableControls, TableExport, TableView, ViewTools } from './table';
import { useList } from './useList';

interface ListPageProps<S extends Shape> {
  resource: Resource<S>;
  /** Whether the user may add a record; administrators may, unless told otherwise. */
  mayAdd?: boolean | 'unknown' | undefined;
  /** More above the list, beside its filters. */
  children?: ReactNode;
}

/** The page of a resource's list: header, filters and cards or table. */
export function ListPage<S extends Shape>({ resource, mayAdd, children }: ListPageProps<S>) {
  const page = (
    <>
      <ListHeader resource={resource} mayAdd={mayAdd} />
      <ResourceList resource={resource}>{children}</ResourceList>
    </>
  );
  return resource.adminsOnly === 'all' ? <AdminsOnly title={resource.noun.title}>{page}</AdminsOnly> : page;
}

interface ListHeaderProps<S extends Shape> extends Omit<ListPageProps<S>, 'children'> {
  /** The page that adds a record. */
  createPath?: string;
}

/** The name of a list, with its export and Add New. */
export function ListHeader<S extends Shape>({ resource, mayAdd, createPath }: ListHeaderProps<S>) {
  const { isAdmin } = useAccount();
  const { noun, paths, calls, needs } = resource;
  const adds = mayAdd ?? isAdmin;
  useDefaultView(resource.kind);
  const { query, view } = useList(resource);
  return (
    <PageHeader
      title={noun.title}
      actions={
        <>
          <ViewTools list={resource.kind} view={view} call={() => queryString(query)} place="header" />
          {adds === true && <ImportLink to={importPath(resource.kind)} />}
          {view === 'table' ? (
            <TableExport resource={resource} />
          ) : (
            <ExportButton fileName={`${noun.many}.csv`} load={(transfer) => calls.export(query, transfer)} />
          )}
          {adds === true && (
            <CommandLink command="new" variant="primary" to={createPath ?? paths.create()} icon={<Plus aria-hidden />}>
              {recordMessages.addNew}
            </CommandLink>
          )}
        </>
      }
      note={adds === false && <NeedsRole lacks={[{ doing: 'add', roles: needs?.add }]} />}
    />
  );
}

interface ResourceListProps<S extends Shape> {
  resource: Resource<S>;
  /** Instead of a list that has no records at all. */
  empty?: ReactNode;
  /** More filters. */
  children?: ReactNode;
}

/** All records of a resource that the filters let through, as cards or as a table. */
export function ResourceList<S extends Shape>({ resource, empty, children }: ResourceListProps<S>) {
  const { params, query, view, choices, activeFilters, isNarrowed, change } = useList(resource);
  const own = useOwnFields(resource.kind);
  return (
    <RecordList
      noun={resource.noun}
      pages={recordPages(resource, query)}
      sorts={sortsOf(resource, own)}
      filters={
        <>
          {choices.map(({ param, label, look, options, value }) => {
            const Choice = look === 'chips' ? Chips : Select;
            const onChange = (next: string) => change({ [param]: next === options[0].value ? undefined : next });
            return <Choice key={param} label={label} options={options} value={value} onChange={onChange} />;
          })}
          {children}
        </>
      }
      filterNames={[
        ...choices.map(({ param }) => param),
        ...(resource.narrowing?.params ?? []),
        ...(resource.narrowingFields ?? []).flatMap(paramsOf),
        ...ownParams(params),
      ]}
      activeFilters={activeFilters}
      isNarrowed={isNarrowed}
      empty={empty || <NoRecords resource={resource} />}
      moreLines={moreLinesOf(resource)}
      viewTools={<ViewTools list={resource.kind} view={view} call={() => queryString(query)} place="toolbar" />}
      table={
        view === 'table' && {
          controls: <TableControls resource={resource} />,
          rows: <TableView resource={resource} />,
        }
      }
    >
      {(row) => <ResourceCard resource={resource} row={row} />}
    </RecordList>
  );
}

/** A record in a list. */
function ResourceCard<S extends Shape>({ resource, row }: { resource: Resource<S>; row: S['row'] }) {
  const { idOf, nameOf, state, paths, isStateFirst = false } = resource;
  return (
    <RecordCard
      to={paths.details(idOf(row))}
      name={nameOf(row)}
      picture={<RecordPicture resource={resource} of={row} size={resource.picture.onCard} />}
      isStateFirst={isStateFirst}
      mark={<DocumentCount kind={resource.kind} id={idOf(row)} />}
      state={state(row)}
      facts={cardLines(resource, row)}
    />
  );
}

/** By how many lines a card has more than two facts. Figures have two lines. */
function moreLinesOf<S extends Shape>(resource: Resource<S>): number {
  const lines = fieldsOf(resource).filter(({ card }) => card).length + (hasFigures(resource) ? 1 : 0);
  return Math.max(0, lines - 2);
}

/** A dash stands for a field without a value. */
function cardLines<S extends Shape>(resource: Resource<S>, row: S['row']) {
  const lines = fieldsOf(resource).flatMap((field) => {
    if (!field.card) return [];
    const { line, isLabelled } = field.card;
    const texts = [field.card.text?.(row) ?? (textOf(resource, field, row) || '-')].flat();
    return texts.map((text, index) => ({
      line,
      text: isLabelled ? `${field.label}: ${text}` : text,
      isMain: field.name === 'figures' && index === 0,
    }));
  });
  return lines.toSorted((a, b) => a.line - b.line);
}

function NoRecords<S extends Shape>({ resource: { kind, Icon, empty, paths } }: { resource: Resource<S> }) {
  const account = useAccount();
  return (
    <EmptyState
      icon={<Icon />}
      {...empty(account)}
      action={
        account.isAdmin && (
          <>
            <ButtonLink variant="primary" to={paths.create()}>
              {recordMessages.addNew}
            </ButtonLink>
            <ButtonLink to={importPath(kind)}>{listMessages.import}</ButtonLink>
          </>
        )
      }
    />
  );
}
