import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarDays, SearchX, Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { api, type Pagination as PaginationHeader, queryString } from '@/api/client';
import { bulkActions } from '@/bulk/actions';
import { BulkBar } from '@/bulk/BulkBar';
import { triedSelection } from '@/bulk/bulk';
import { ownKeys, ownParams, withoutUnknown } from '@/own/address';
import { fieldsQuery, useOwnFields } from '@/own/fields';
import { ownFilters } from '@/own/filters';
import { sortsByOwn } from '@/own/sorts';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { useSeesCost } from '@/session/useRights';
import { AddFilter, FilterLine, type OnFilter } from '@/shared/filters/FilterLine';
import { costsSeen } from '@/shared/format/money';
import { ColumnChooser } from '@/shared/grid/ColumnChooser';
import { useSelection } from '@/shared/grid/useSelection';
import { ExportButton } from '@/shared/list/ExportButton';
import { ImportLink } from '@/shared/list/ImportLink';
import { loadRows } from '@/shared/list/pages';
import { knownOption, useUrlParams } from '@/shared/navigation/useUrlParams';
import { TableCard } from '@/shared/table/TableCard';
import { Button, ButtonLink } from '@/shared/ui/buttons/Button';
import { ViewSwitch } from '@/shared/ui/buttons/ViewSwitch';
import { Chips } from '@/shared/ui/inputs/Chips';
import { SearchField } from '@/shared/ui/inputs/SearchField';
import { Select } from '@/shared/ui/inputs/Select';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Pagination } from '@/shared/ui/page/Pagination';
import { Toolbar } from '@/shared/ui/page/Toolbar';
import { Card } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { SkeletonLines } from '@/shared/ui/states/Skeleton';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import { useDefaultView, ViewsButton } from '@/views/ViewsButton';
import { useRenewalColumns } from './columns';
import { fieldFilters } from './fieldFilters';
import {
  type Filter,
  hasKind,
  kinds,
  narrowings,
  presets,
  queryOf,
  readFilter,
  sorts,
  usualPreset,
  views,
} from './filter';
import { messages } from './messages';
import { type Renewal, renewalsQuery } from './queries';
import { RenewalCalendar } from './RenewalCalendar';
import styles from './Renewals.module.css';
import { RenewalTable } from './RenewalTable';

const pageSize = 50;

const icons = { table: Table2, calendar: CalendarDays };
const looks = views.map((view) => ({ ...view, Icon: icons[view.value] }));

/** What ends when, for whom, what it is worth and who is responsible; all filters live in the address. */
export function RenewalsPage() {
  const { isAdmin, isClient } = useAccount();
  const { params, change } = useUrlParams();
  const filter = readFilter(params);
  const view = knownOption(views, params.get('view'));
  const seesCost = useSeesCost();
  const { email } = useAccount();
  useDefaultView('projectSubscription');
  const savedViews = <ViewsButton list="projectSubscription" call={() => queryString(queryOf(filter, email))} />;
  return (
    <>
      <PageHeader
        title={messages.title}
        actions={
          <>
            <span className={styles.wide}>{savedViews}</span>
            {(isAdmin || isClient) && <ImportLink to={paths.app.import('projectSubscription')} />}
            {view === 'table' && (
              <span className={styles.wide}>
                <Columns seesCost={seesCost === true} />
              </span>
            )}
            {view === 'table' && <Exports filter={filter} seesCost={seesCost === true} />}
            <ViewSwitch
              views={looks}
              value={view}
              onChange={(value) => change({ view: value === 'table' ? undefined : value, month: undefined })}
            />
          </>
        }
      />
      <Filters
        filter={filter}
        isTable={view === 'table'}
        seesCost={seesCost === true}
        onChange={change}
        // On a phone they are behind the filters' button.
        savedViews={<span className={styles.phone}>{savedViews}</span>}
      />
      {view === 'calendar' ? (
        <RenewalCalendar filter={filter} month={params.get('month')} onMonth={(month) => change({ month })} />
      ) : seesCost === false && filter.preset === 'losing' ? (
        // Nobody learns from a filter what cost is hidden.
        <Navigate to="?" replace />
      ) : (
        <RenewalList filter={filter} seesCost={seesCost === true} />
      )}
    </>
  );
}

function Columns({ seesCost }: { seesCost: boolean }) {
  const { offered, chosen, choose } = useRenewalColumns(seesCost);
  return <ColumnChooser offered={offered} chosen={chosen} onChange={choose} />;
}

function Exports({ filter, seesCost }: { filter: Filter; seesCost: boolean }) {
  const { email } = useAccount();
  const { exported } = useRenewalColumns(seesCost);
  return (['csv', 'xlsx'] as const).map((format) => (
    <ExportButton
      key={format}
      label={
        <>
          <VisuallyHidden>{messages.exportAs}</VisuallyHidden> {messages.formats[format]}
        </>
      }
      fileName={messages.exportFile(format)}
      load={(transfer) =>
        api.download('/project/subscription/export', {
          ...transfer,
          query: { ...queryOf(filter, email), Format: format, ...(exported && { Columns: exported }) },
        })
      }
    />
  ));
}

function RenewalList({ filter, seesCost }: { filter: Filter; seesCost: boolean }) {
  const account = useAccount();
  const { email, isAdmin } = account;
  const { params, page, change, hrefOfPage } = useUrlParams();
  const own = useOwnFields('projectSubscription');
  const { data: fields } = useQuery(fieldsQuery);
  const navigate = useNavigate();
  const query = renewalsQuery({ ...filter, page }, () => ({
    ...queryOf(filter, email),
    PageNumber: page,
    PageSize: pageSize,
  }));
  const result = useQuery({
    ...query,
    placeholderData: keepPreviousData,
    // Until it is known that the user may ask that.
    enabled: seesCost || filter.preset !== 'losing',
  });
  const { data, isError, isPlaceholderData } = result;
  const selection = useRenewalSelection(filter, data);
  const { chosen: shown } = useRenewalColumns(seesCost);
  const isNarrowed = filter.isMine || ownKeys(params).length > 0 || narrowings.some((name) => filter[name] !== '');
  const remaining = fields && withoutUnknown(params, own);

  // A saved view may name a field that is removed by now.
  if (remaining) return <Navigate to={`?${remaining}`} replace />;
  if (isError && !data) {
    return <FailedQuery query={result} message={messages.notLoaded} />;
  }
  if (!data) {
    return (
      <Card>
        <SkeletonLines widths={[70, 55, 62, 48, 66, 58]} height="1.5rem" />
      </Card>
    );
  }
  if (!isPlaceholderData && page > 1 && data.data.length === 0) {
    // The address may name any page.
    return <Navigate to={hrefOfPage(Math.max(1, data.pagination.totalPages))} replace />;
  }
  // What was, or will be, is not changed from here.
  const isSelectable = filter.at === '' && bulkActions('projectSubscription', account).length > 0;
  const clear = () =>
    change({
      mine: undefined,
      ...Object.fromEntries([...narrowings, ...ownParams(params)].map((name) => [name, undefined])),
    });
  return (
    <>
      <div className={styles.filters}>
        <FilterLine
          filters={[
            ...fieldFilters({ filter, row: data.data[0], onChange: change }),
            ...ownFilters(own, params, change),
          ]}
          onChange={change}
        />
      </div>
      {data.data.length === 0 ? (
        <EmptyState
          icon={isNarrowed ? <SearchX /> : <CalendarClock />}
          title={isNarrowed ? messages.noMatch : messages.none[filter.preset]}
          text={isNarrowed ? messages.noMatchText : messages.noneText}
          action={
            isNarrowed ? (
              <Button onClick={clear}>{messages.clear}</Button>
            ) : filter.preset === 'all' ? (
              <ButtonLink to={paths.projects.list()}>{messages.toProjects}</ButtonLink>
            ) : (
              <Button onClick={() => change({ preset: 'all' })}>{messages.showAll}</Button>
            )
          }
        />
      ) : (
        <>
          <TableCard>
            <RenewalTable
              rows={data.data}
              totals={data.totals}
              shown={shown}
              costs={
                isAdmin
                  ? 'all'
                  : costsSeen(
                      data.data.map((row) => row.monthlyCost),
                      data.pagination.totalItems,
                    )
              }
              sort={filter.sort}
              onSort={(sort) => change({ sort })}
              at={filter.at}
              selection={isSelectable ? selection : undefined}
              first={firstRow(data)}
            />
          </TableCard>
          <Pagination {...data.pagination} hrefOf={hrefOfPage} />
          {isSelectable && selection.count > 0 && (
            <div className={styles.bulk}>
              <BulkBar
                list="projectSubscription"
                noun={messages.noun}
                selection={selection}
                total={data.pagination.totalItems}
                query={() => queryString(queryOf(filter, email))}
                more={(records) => (
                  <Button
                    onClick={() => {
                      triedSelection.set({ records: records(), count: selection.count });
                      void navigate(paths.app.plan());
                    }}
                  >
                    {messages.tryInPlan}
                  </Button>
                )}
              />
            </div>
          )}
        </>
      )}
    </>
  );
}

type RenewalPage = { data: Renewal[]; pagination: PaginationHeader };

/** Selected on one page or on several. */
function useRenewalSelection(filter: Filter, page: RenewalPage | undefined) {
  const { email } = useAccount();
  const { sort: _order, ...narrowing } = filter;
  return useSelection<Renewal>({
    filter: JSON.stringify(narrowing),
    total: page?.pagination.totalItems,
    keyOf: ({ id }) => id,
    rowsBetween: (first, last) => {
      const rows = page?.data ?? [];
      const begin = page ? firstRow(page) : 0;
      if (begin <= first && last < begin + rows.length) return rows.slice(first - begin, last + 1 - begin);
      const query = queryOf(filter, email);
      const load = (asked: { PageNumber: number; PageSize: number }, signal: AbortSignal) =>
        api.list('/project/subscription', { query: { ...query, ...asked }, signal });
      return loadRows({ load }, first, last);
    },
  });
}

/** The number of the first row of a page, from 0. */
function firstRow({ pagination: { currentPage, itemsPerPage } }: RenewalPage): number {
  return (currentPage - 1) * itemsPerPage;
}

interface FiltersProps {
  filter: Filter;
  isTable: boolean;
  seesCost: boolean;
  onChange: OnFilter;
  savedViews: ReactNode;
}

function Filters({ filter, isTable, seesCost, onChange, savedViews }: FiltersProps) {
  const { preset, kind, isMine, sort } = filter;
  const { params } = useUrlParams();
  const own = useOwnFields('projectSubscription');
  const periods = presets.filter(({ value }) => seesCost || value !== 'losing');
  const choosePeriod = (value: typeof preset) =>
    onChange({ preset: value === usualPreset ? undefined : value, sort: undefined, at: undefined });
  return (
    <Toolbar
      activeFilters={Number(isMine) + Number(kind !== 'ends')}
      filters={
        <>
          {isTable && hasKind(filter) && (
            <Select
              label={messages.kind}
              options={kinds}
              value={kind}
              onChange={(value) => onChange({ kind: value === 'ends' ? undefined : value })}
            />
          )}
          <Chips
            label={messages.responsible}
            options={[{ value: 'true', label: messages.mine }]}
            value={isMine ? 'true' : ''}
            onChange={() => onChange({ mine: isMine ? undefined : 'true', person: undefined })}
          />
          {isTable && (
            <AddFilter
              filters={[...fieldFilters({ filter, row: undefined, onChange }), ...ownFilters(own, params, onChange)]}
            />
          )}
          {savedViews}
        </>
      }
      sort={
        isTable && (
          // The headings sort where there are any.
          <span className={styles.phone}>
            <Select
              label={messages.sort}
              options={[...sorts.filter(({ value }) => seesCost || value !== 'margin'), ...own.flatMap(sortsByOwn)]}
              value={sort}
              onChange={(value) => onChange({ sort: value })}
            />
          </span>
        )
      }
    >
      {isTable && (
        <>
          <SearchField
            label={messages.search}
            hint={messages.searchHint}
            value={filter.search}
            onSearch={(text) => onChange({ search: text })}
          />
          <span className={styles.wide}>
            <Chips label={messages.period} options={periods} value={preset} onChange={choosePeriod} />
          </span>
          <span className={styles.phone}>
            <Select label={messages.period} options={periods} value={preset} onChange={choosePeriod} />
          </span>
        </>
      )}
    </Toolbar>
  );
}
