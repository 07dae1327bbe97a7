import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SearchX, ShieldCheck } from 'lucide-react';
import { Navigate } from 'react-router';
import { api } from '@/api/client';
import { AdminsOnly } from '@/session/rights';
import { zoneAt } from '@/shared/format/date';
import { ExportButton } from '@/shared/list/ExportButton';
import { DayFilters, PersonFilter, spanOf } from '@/shared/list/Filters';
import { knownOption, useUrlParams } from '@/shared/navigation/useUrlParams';
import { Button } from '@/shared/ui/buttons/Button';
import { Select } from '@/shared/ui/inputs/Select';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Pagination } from '@/shared/ui/page/Pagination';
import { Toolbar } from '@/shared/ui/page/Toolbar';
import { Card } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { EventTable } from './EventTable';
import { type EventFilter, eventsQuery } from './events';
import { messages } from './messages';

const pageSize = 50;
const filterNames = ['person', 'kind', 'from', 'to'];

const kinds: [Option, ...Option[]] = [
  { value: '', label: messages.allKinds },
  ...Object.entries(messages.kinds).map(([value, label]) => ({ value, label })),
];

interface Option {
  value: string;
  label: string;
}

/** What happened to the accounts of all people, for administrators. */
export function SecurityPage() {
  return (
    <AdminsOnly title={messages.title}>
      <Events />
    </AdminsOnly>
  );
}

function Events() {
  const { params, page, change, hrefOfPage } = useUrlParams();
  const filter = filterOf(params);
  const result = useQuery({ ...eventsQuery(filter, pageSize, page), placeholderData: keepPreviousData });
  const { data, isError, isPlaceholderData } = result;
  const isNarrowed = Object.keys(filter).length > 0;
  const clear = () => change(Object.fromEntries(filterNames.map((name) => [name, undefined])));
  return (
    <>
      <PageHeader
        title={messages.title}
        note={<Note>{messages.about(zoneAt())}</Note>}
        actions={
          <ExportButton
            fileName={messages.file}
            load={(transfer) => api.download('/securityEvent/export', { query: filter, ...transfer })}
          />
        }
      />
      <Toolbar
        activeFilters={filterNames.filter((name) => params.has(name) && name !== 'person').length}
        filters={
          <>
            <Select
              label={messages.kind}
              options={kinds}
              value={knownOption(kinds, params.get('kind'))}
              onChange={(kind) => change({ kind })}
            />
            <DayFilters params={params} onChange={change} />
          </>
        }
      >
        <PersonFilter
          key={params.get('person')}
          value={params.get('person') ?? ''}
          onChange={(person) => change({ person })}
        />
      </Toolbar>
      {isError && !data ? (
        <FailedQuery query={result} message={messages.notLoaded} />
      ) : !data ? (
        <Card>
          <Skeleton height="12rem" />
        </Card>
      ) : !isPlaceholderData && page > 1 && data.data.length === 0 ? (
        // The address may name any page.
        <Navigate to={hrefOfPage(Math.max(1, data.pagination.totalPages))} replace />
      ) : data.data.length === 0 ? (
        <EmptyState
          icon={isNarrowed ? <SearchX /> : <ShieldCheck />}
          title={isNarrowed ? messages.noMatch : messages.none}
          text={isNarrowed ? messages.noMatchText : messages.noneText}
          action={isNarrowed && <Button onClick={clear}>{messages.clear}</Button>}
        />
      ) : (
        <>
          <EventTable events={data.data} />
          <Pagination {...data.pagination} hrefOf={hrefOfPage} />
        </>
      )}
    </>
  );
}

/** The filters that the address holds, as the server names them. What it may not understand is left out. */
function filterOf(params: URLSearchParams): EventFilter {
  const person = params.get('person');
  const kind = knownOption(kinds, params.get('kind'));
  return {
    ...(person && { Email: person }),
    ...(kind && { Kind: kind }),
    ...spanOf(params),
  } as EventFilter;
}
