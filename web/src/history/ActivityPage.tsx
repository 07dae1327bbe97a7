import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { History as HistoryIcon, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { api } from '@/api/client';
import { allRecords, type Kind, nameAmongAll } from '@/records';
import { dayOfInstant, formatDay, zoneAt } from '@/shared/format/date';
import { ExportButton } from '@/shared/list/ExportButton';
import { DayFilters, PersonFilter, spanOf } from '@/shared/list/Filters';
import { useDebounced, useMinute } from '@/shared/loading/timing';
import { knownOption, useUrlParams } from '@/shared/navigation/useUrlParams';
import { Button } from '@/shared/ui/buttons/Button';
import { NarrowingChip, NarrowingLine } from '@/shared/ui/inputs/Chips';
import { Select } from '@/shared/ui/inputs/Select';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Pagination } from '@/shared/ui/page/Pagination';
import { Toolbar } from '@/shared/ui/page/Toolbar';
import { Card } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Note } from '@/shared/ui/text/Note';
import { ChangeList } from './ChangeLine';
import { byDay, type Change } from './change';
import styles from './History.module.css';
import { LoadingChanges } from './LoadingChanges';
import { messages } from './messages';
import type { Action } from './placeMessages';
import { type ChangeFilter, changesQuery, peopleQuery } from './queries';

const pageSize = 50;

const kinds: [Option<Kind | ''>, ...Option<Kind | ''>[]] = [
  { value: '', label: messages.allKinds },
  ...allRecords.map((record) => ({ value: record.kind, label: nameAmongAll(record).title })),
];

const actions: [Option<Action | ''>, ...Option<Action | ''>[]] = [
  { value: '', label: messages.allActions },
  ...Object.entries(messages.actions).map(([value, label]) => ({ value: value as Action, label })),
];

interface Option<T> {
  value: T;
  label: string;
}

const filterNames = ['actor', 'entity', 'id', 'within', 'batch', 'action', 'from', 'to'];

/** Those that no button hides on a phone, or that belong to another one. */
const inSight = ['actor', 'id', 'within', 'batch'];

/** Every change that the user may see, by day, with filters that live in the address. */
export function ActivityPage() {
  const { params, page, change, hrefOfPage } = useUrlParams();
  const filter = filterOf(params);
  const result = useQuery({
    ...changesQuery({ ...filter, Grouped: true, Include: 'names' }, pageSize, page),
    placeholderData: keepPreviousData,
  });
  const { data, isError, isPlaceholderData } = result;
  const isNarrowed = Object.keys(filter).length > 0;
  const clear = () => change(Object.fromEntries(filterNames.map((name) => [name, undefined])));
  return (
    <>
      <PageHeader
        title={messages.activity}
        note={<Note>{messages.zone(zoneAt())}</Note>}
        actions={
          <ExportButton
            fileName={messages.activityFile}
            load={(transfer) => api.download('/change/export', { query: filter, ...transfer })}
          />
        }
      />
      <Filters params={params} onChange={change} />
      {filter.EntityId && (
        <NarrowingLine>
          <NarrowingChip
            label={nameOfRecord(data?.data, filter)}
            onRemove={() => change({ id: undefined, within: undefined })}
          />
        </NarrowingLine>
      )}
      {filter.BatchId && (
        <NarrowingLine>
          <NarrowingChip label={messages.onlyBatch} onRemove={() => change({ batch: undefined })} />
        </NarrowingLine>
      )}
      {isError && !data ? (
        <FailedQuery query={result} message={messages.notLoaded} />
      ) : !data ? (
        <Card>
          <LoadingChanges />
        </Card>
      ) : !isPlaceholderData && page > 1 && data.data.length === 0 ? (
        // The address may name any page.
        <Navigate to={hrefOfPage(Math.max(1, data.pagination.totalPages))} replace />
      ) : data.data.length === 0 ? (
        <EmptyState
          icon={isNarrowed ? <SearchX /> : <HistoryIcon />}
          title={isNarrowed ? messages.noMatch : messages.noActivity}
          text={isNarrowed ? messages.noMatchText : messages.noActivityText}
          action={isNarrowed && <Button onClick={clear}>{messages.clear}</Button>}
        />
      ) : (
        <>
          <Days changes={data.data} />
          <Pagination {...data.pagination} hrefOf={hrefOfPage} />
        </>
      )}
    </>
  );
}

function Days({ changes }: { changes: readonly Change[] }) {
  const today = dayOfInstant(useMinute() * 60_000);
  return (
    <div className={styles.days}>
      {byDay(changes.map((change) => [change])).map(({ day, lines }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{day === today ? messages.today(day) : formatDay(day)}</h2>
          <Card>
            <ChangeList lines={lines} isDayKnown isGrouped />
          </Card>
        </section>
      ))}
    </div>
  );
}

/** The filters that the address holds, as the server names them. What it may not understand is left out. */
function filterOf(params: URLSearchParams): ChangeFilter {
  const entity = knownOption(kinds, params.get('entity'));
  const action = knownOption(actions, params.get('action'));
  const id = params.get('id');
  const actor = params.get('actor');
  const batch = params.get('batch');
  return {
    ...(actor && { Actor: actor }),
    ...(entity && { Entity: entity }),
    ...(entity && id && { EntityId: id, ...(params.get('within') === 'true' && { Within: true }) }),
    ...(batch && { BatchId: batch }),
    ...(action && { Action: action }),
    ...spanOf(params),
  };
}

/** The record that the list is narrowed to, named by its newest change. */
function nameOfRecord(changes: readonly Change[] | undefined, { EntityId }: ChangeFilter): string {
  const known = changes?.find(({ entityId }) => entityId === EntityId);
  return known ? messages.onlyOf(known.entityName) : messages.onlyOfRecord;
}

interface FiltersProps {
  params: URLSearchParams;
  onChange: (changes: Record<string, string | undefined>) => void;
}

function Filters({ params, onChange }: FiltersProps) {
  return (
    <Toolbar
      activeFilters={filterNames.filter((name) => params.has(name) && !inSight.includes(name)).length}
      filters={<MoreFilters params={params} onChange={onChange} />}
    >
      <ActorFilter
        key={params.get('actor')}
        value={params.get('actor') ?? ''}
        onChange={(actor) => onChange({ actor })}
      />
    </Toolbar>
  );
}

function MoreFilters({ params, onChange }: FiltersProps) {
  return (
    <>
      <Select
        label={messages.kind}
        options={kinds}
        value={knownOption(kinds, params.get('entity'))}
        onChange={(entity) => onChange({ entity, id: undefined, within: undefined })}
      />
      <Select
        label={messages.action}
        options={actions}
        value={knownOption(actions, params.get('action'))}
        onChange={(action) => onChange({ action })}
      />
      <DayFilters params={params} onChange={onChange} />
    </>
  );
}

interface ActorFilterProps {
  value: string;
  onChange: (email: string) => void;
}

/** Suggests those who made changes. */
function ActorFilter({ value, onChange }: ActorFilterProps) {
  const [text, setText] = useState(value);
  const { data } = useQuery(changesQuery({}, pageSize));
  const searched = useDebounced(text.trim(), 300);
  const { data: found = [] } = useQuery(peopleQuery(searched));
  const recent = data?.data.flatMap(({ actor }) => actor ?? []) ?? [];
  const actors = new Map([...recent, ...found].map(({ email, displayName }) => [email, displayName]));
  return <PersonFilter value={value} onChange={onChange} suggestions={actors} onType={setText} />;
}
