import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SearchX, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { api } from '@/api/client';
import { AdminsOnly } from '@/session/rights';
import { ExportButton } from '@/shared/list/ExportButton';
import { Button } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { cx } from '@/shared/ui/cx';
import { EmptyState } from '@/shared/ui/EmptyState';
import { FailedQuery } from '@/shared/ui/ErrorState';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Pagination } from '@/shared/ui/Pagination';
import { Select } from '@/shared/ui/Select';
import { Skeleton } from '@/shared/ui/Skeleton';
import { Toolbar } from '@/shared/ui/Toolbar';
import { knownOption, useUrlParams } from '@/shared/useUrlParams';
import { EventTable } from './security/EventTable';
import { type EventFilter, eventsQuery } from './security/events';
import { messages } from './security/messages';
import styles from './security/Security.module.css';

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
        actions={
          <ExportButton
            fileName={messages.file}
            load={() => api.download('/securityEvent/export', { query: filter })}
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
            <DayFilter label={messages.from} value={params.get('from')} onChange={(from) => change({ from })} />
            <DayFilter label={messages.to} value={params.get('to')} onChange={(to) => change({ to })} />
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
  const [from, to] = [dayOf(params.get('from')), dayOf(params.get('to'))];
  return {
    ...(person && { Email: person }),
    ...(kind && { Kind: kind }),
    ...(from && { From: `${from}T00:00:00Z` }),
    ...(to && { To: `${to}T23:59:59.999Z` }),
  } as EventFilter;
}

function dayOf(text: string | null): string | undefined {
  return text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

interface FilterProps {
  value: string;
  onChange: (value: string) => void;
}

/** Narrows to one person, by the e-mail address: with Enter, or when the field is left. */
function PersonFilter({ value, onChange }: FilterProps) {
  const [text, setText] = useState(value);
  const take = () => text.trim() !== value && onChange(text.trim());
  return (
    <input
      type="search"
      className={cx(styles.filter, styles.person)}
      aria-label={messages.person}
      placeholder={messages.personHint}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        if (event.target.value === '' && value !== '') onChange('');
      }}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}

interface DayFilterProps {
  label: string;
  value: string | null;
  onChange: (value: string) => void;
}

function DayFilter({ label, value, onChange }: DayFilterProps) {
  return (
    <label className={styles.day}>
      <span>{label}</span>
      <input
        type="date"
        className={styles.filter}
        value={dayOf(value) ?? ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
