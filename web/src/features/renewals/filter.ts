import type { QueryOf } from '@/api/client';
import { ownQuery, ownSorts } from '@/own/address';
import { serverStates } from '@/records/projectSubscription/stateNames';
import { amountIn } from '@/shared/filters/amounts';
import { knownOption } from '@/shared/navigation/useUrlParams';
import { longestSearch } from '@/shared/ui/inputs/SearchField';
import { messages } from './messages';

type Query = QueryOf<'/project/subscription'>;

type Preset = keyof typeof messages.presets;
type Kind = keyof typeof messages.kinds;
export type Sort = keyof typeof messages.sorts;

type Options<T extends string> = readonly [{ value: T; label: string }, ...{ value: T; label: string }[]];

function optionsOf<T extends string>(values: [T, ...T[]], labels: Record<T, string>): Options<T> {
  const [first, ...others] = values.map((value) => ({ value, label: labels[value] }));
  return first ? [first, ...others] : ([] as never);
}

export const presets = optionsOf<`${Preset}`>(['14', '30', '90', 'any', 'overdue', 'losing', 'all'], messages.presets);
export const usualPreset = '30';
/** The first one holds where the address names none. */
export const kinds = optionsOf<Kind>(['ends', 'renews', 'both'], messages.kinds);
export const views = optionsOf(['table', 'calendar'], messages.views);
export const sorts = optionsOf(Object.keys(messages.sorts) as [Sort, ...Sort[]], messages.sorts);

const statesOf: Record<Kind, string> = { ends: 'active', renews: 'renews', both: 'active,renews' };

/** The names in the address by which other pages narrow the list. */
export const narrowings = [
  'search',
  'company',
  'project',
  'item',
  'category',
  'person',
  'from',
  'to',
  'cancelFrom',
  'cancelTo',
  'priceFrom',
  'priceTo',
  'monthlyPriceFrom',
  'monthlyPriceTo',
  'at',
  'state',
] as const;

export type Filter = ReturnType<typeof readFilter>;

/** What the address says. It may say anything: what the server would refuse is left out. */
export function readFilter(params: URLSearchParams) {
  const preset = presets.find(({ value }) => value === params.get('preset'))?.value ?? usualPreset;
  const byPreset: Partial<Record<typeof preset, Sort>> = { overdue: '-endAt', losing: 'margin' };
  const text = (name: (typeof narrowings)[number]) => params.get(name) ?? '';
  const sort = params.get('sort') ?? '';
  const [bySelf] = ownSorts(params);
  return {
    preset,
    kind: knownOption(kinds, params.get('kind')),
    isMine: params.get('mine') === 'true',
    sort: (bySelf === sort || /^-?(endAt|startAt|name|companyName|projectName|price|monthlyPrice|margin)$/.test(sort)
      ? sort
      : (byPreset[preset] ?? 'endAt')) as Sort,
    search: text('search').slice(0, longestSearch),
    company: idIn(text('company')),
    project: idIn(text('project')),
    item: idIn(text('item')),
    category: text('category'),
    person: text('person'),
    from: dayIn(text('from')),
    to: dayIn(text('to')),
    cancelFrom: dayIn(text('cancelFrom')),
    cancelTo: dayIn(text('cancelTo')),
    priceFrom: amountIn(text('priceFrom')),
    priceTo: amountIn(text('priceTo')),
    monthlyPriceFrom: amountIn(text('monthlyPriceFrom')),
    monthlyPriceTo: amountIn(text('monthlyPriceTo')),
    state: text('state')
      .split(',')
      .filter((one) => (serverStates as readonly string[]).includes(one))
      .join(),
    at: Number.isNaN(Date.parse(text('at'))) ? '' : new Date(text('at')).toISOString(),
    own: ownQuery(params),
  };
}

/** Whether the filter asks for what runs, of which some end and some renew. */
export function hasKind({ preset }: Filter): boolean {
  return preset === 'any' || isInDays(preset);
}

function isInDays(preset: string): boolean {
  return /^\d+$/.test(preset);
}

const day = 86_400_000;

/** As the server names it. The present is that of the call. */
export function queryOf(filter: Filter, ownEmail: string, now = Date.now()): Query {
  const { preset, sort } = filter;
  return {
    SortBy: sort.replace('-', '') as NonNullable<Query['SortBy']>,
    SortDescending: sort.startsWith('-'),
    ...(hasKind(filter) && { State: statesOf[filter.kind] }),
    ...(isInDays(preset) && { EndTo: new Date(now + Number(preset) * day).toISOString() }),
    ...(preset === 'overdue' && { State: 'ended' }),
    ...(filter.state !== '' && { State: filter.state }),
    ...(preset === 'losing' && { Losing: true }),
    Search: filter.search,
    CompanyId: filter.company,
    ProjectId: filter.project,
    SubscriptionId: filter.item,
    CategoryName: filter.category,
    Responsible: filter.isMine ? ownEmail : filter.person,
    ...(filter.from && { EndFrom: `${filter.from}T00:00:00Z` }),
    ...(filter.to && { EndTo: `${filter.to}T23:59:59.999Z` }),
    ...(filter.cancelFrom && { CancelFrom: `${filter.cancelFrom}T00:00:00Z` }),
    ...(filter.cancelTo && { CancelTo: `${filter.cancelTo}T23:59:59.999Z` }),
    ...(filter.priceFrom && { PriceFrom: Number(filter.priceFrom) }),
    ...(filter.priceTo && { PriceTo: Number(filter.priceTo) }),
    ...(filter.monthlyPriceFrom && { MonthlyPriceFrom: Number(filter.monthlyPriceFrom) }),
    ...(filter.monthlyPriceTo && { MonthlyPriceTo: Number(filter.monthlyPriceTo) }),
    At: filter.at,
    ...filter.own,
  };
}

function idIn(text: string): string {
  return /^[0-9a-f-]{36}$/i.test(text) ? text : '';
}

function dayIn(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}
