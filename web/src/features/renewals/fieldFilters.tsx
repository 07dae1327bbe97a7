import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { stateLabels } from '@/records/projectSubscription/stateMessages';
import { serverStates } from '@/records/projectSubscription/stateNames';
import type { FieldFilter, OnFilter } from '@/shared/filters/FilterLine';
import { amountsFilter } from '@/shared/filters/fields';
import { formatDay, formatExactDay } from '@/shared/format/date';
import { lazyPart } from '@/shared/loading/lazyPart';
import type { Filter } from './filter';
import { messages } from './messages';
import type { Renewal } from './queries';

const editors = () => import('@/shared/filters/editors');
const RecordEditor = lazyPart(async () => ({ default: (await editors()).RecordEditor }));
const SeveralEditor = lazyPart(async () => ({ default: (await editors()).SeveralEditor }));
const DaysEditor = lazyPart(async () => ({ default: (await editors()).DaysEditor }));
const TextEditor = lazyPart(async () => ({ default: (await editors()).TextEditor }));

interface FieldFilterOptions {
  filter: Filter;
  /** One of the subscriptions that the filter lets through: it has the names of what the address has the ids of. */
  row: Renewal | undefined;
  onChange: OnFilter;
}

const states = serverStates.map((value) => ({ value: value as string, label: stateLabels[value] }));

/** What the list can be narrowed by besides the choices above it; links from other pages set the same. */
export function fieldFilters({ filter, row, onChange }: FieldFilterOptions): FieldFilter[] {
  const { company, project, item, category, person, state, at } = filter;
  const responsible = row?.responsible.find(({ email }) => email === person)?.displayName ?? person;
  const chosen = states.filter(({ value }) => state.split(',').includes(value));

  function record(param: keyof typeof searches, text: string): FieldFilter {
    const { label, queryKey, search } = searches[param];
    return {
      params: [param],
      label,
      text,
      renderEditor: (done) => (
        <RecordEditor
          label={label}
          queryKey={queryKey}
          search={search}
          onChoose={(value) => {
            onChange({ [param]: value });
            done();
          }}
        />
      ),
    };
  }

  function days(label: string, [first, last]: [string, string], words: typeof messages.ending): FieldFilter {
    const [start, end] = [filter[first as 'from'], filter[last as 'to']];
    return {
      params: [first, last],
      label,
      text: daysInWords(words, start, end),
      renderEditor: (done) => (
        <DaysEditor
          from={start}
          to={end}
          onApply={(newFirst, newLast) => {
            onChange({ [first]: newFirst, [last]: newLast });
            done();
          }}
        />
      ),
    };
  }

  function amounts(label: string, first: 'priceFrom' | 'monthlyPriceFrom', last: 'priceTo' | 'monthlyPriceTo') {
    return amountsFilter({ params: [first, last], label, from: filter[first], to: filter[last], onChange });
  }

  return [
    record('company', company && messages.ofCompany(row?.companyName ?? messages.oneOfThem)),
    record('project', project && messages.ofProject(row?.projectName ?? messages.oneOfThem)),
    record('item', item && messages.ofItem(row?.subscription.name ?? messages.oneOfThem)),
    record('category', category && messages.ofCategory(category)),
    {
      params: ['person'],
      label: messages.responsible,
      text: person && messages.ofPerson(responsible),
      renderEditor: (done) => (
        <TextEditor
          label={messages.responsibleEmail}
          text={person}
          onApply={(text) => {
            onChange({ person: text, mine: undefined });
            done();
          }}
        />
      ),
    },
    {
      params: ['state'],
      label: messages.state,
      text: state && messages.inStates(chosen.map(({ label }) => label).join(', ')),
      renderEditor: (done) => (
        <SeveralEditor
          options={states}
          value={state}
          onApply={(value) => {
            onChange({ state: value });
            done();
          }}
        />
      ),
    },
    days(messages.end, ['from', 'to'], messages.ending),
    days(messages.cancelBy, ['cancelFrom', 'cancelTo'], messages.canceling),
    amounts(messages.price, 'priceFrom', 'priceTo'),
    amounts(messages.monthlyPriceAlone, 'monthlyPriceFrom', 'monthlyPriceTo'),
    { params: ['at'], label: '', text: at && messages.asOf(formatExactDay(at)) },
  ];
}

const most = 8;

const searches = {
  company: {
    label: messages.companyAlone,
    queryKey: queryKeys.companyLists,
    search: async (Search: string, signal: AbortSignal) =>
      named(await api.get('/company', { query: { Search, PageSize: most }, signal })),
  },
  project: {
    label: messages.projectAlone,
    queryKey: queryKeys.projectLists,
    search: async (Search: string, signal: AbortSignal) =>
      named(await api.get('/project', { query: { Search, PageSize: most }, signal })),
  },
  item: {
    label: messages.subscription,
    queryKey: queryKeys.catalogueLists('subscription'),
    search: async (Search: string, signal: AbortSignal) =>
      named(await api.get('/subscription', { query: { Search, PageSize: most }, signal })),
  },
  category: {
    label: messages.category,
    queryKey: queryKeys.categories('subscription'),
    search: async (Search: string, signal: AbortSignal) => {
      const found = await api.get('/subscription/categories', { query: { Search, PageSize: most }, signal });
      return found.map(({ data: { name } }) => ({ value: name, label: name }));
    },
  },
};

function named(records: { id: string; name: string }[]) {
  return records.map(({ id, name }) => ({ value: id, label: name }));
}

function daysInWords(words: typeof messages.ending, from: string, to: string): string {
  if (from && from === to) return words.on(formatDay(from));
  if (from && to) return words.between(formatDay(from), formatDay(to));
  if (from) return words.from(formatDay(from));
  return to && words.until(formatDay(to));
}
