import { screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import { RenewalTable } from './RenewalTable';
import { hosting } from './testRow';

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ isAdmin: false, isClient: true }) }));

const shown = [{ name: 'monthlyPrice' }, { name: 'monthlyCost' }, { name: 'margin' }];

const props = {
  totals: { count: 2, price: 1200, cost: 720, monthlyPrice: 100, monthlyCost: 60 },
  shown,
  sort: '',
  onSort: () => {},
  at: '',
  selection: undefined,
  first: 0,
} satisfies Partial<ComponentProps<typeof RenewalTable>>;

it.each([
  ['all', '$100.00$60.00$40.00 40.0 %'],
  ['some', '$100.00$60.00 costs you seeSome costs are hidden'],
  ['unknown', '$100.00$60.00 costs you seeSome costs may be hidden'],
] as const)('sums up costs of which %s are seen', (costs, sums) => {
  serve({ 'GET /field': [] });
  renderAt('/renewals', <RenewalTable {...props} rows={[]} costs={costs} />);
  expect(screen.getAllByRole('row').at(-1)).toHaveTextContent(sums);
  expect(screen.getByRole('columnheader', { name: 'Margin a month' })).toBeVisible();
});

it.each([
  ['a laptop', true, ['companyName', 'responsible'], ['Company, project']],
  ['a large screen', false, ['companyName', 'responsible'], ['Company, project', 'Responsible']],
  ['a laptop, where the company is not chosen', true, ['responsible'], ['Responsible']],
])('says who is responsible on %s', (_, isLaptop, names, headers) => {
  serve({ 'GET /field': [] });
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => Object.assign(new EventTarget(), { matches: isLaptop }) as MediaQueryList,
  );
  const responsible = [{ email: 'ann@example.com', displayName: 'Ann', role: 1 as const }];
  const shown = names.map((name) => ({ name }));
  renderAt('/renewals', <RenewalTable {...props} costs="all" shown={shown} rows={[{ ...hosting, responsible }]} />);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(headers);
  expect(screen.getByText('Ann')).toBeVisible();
});
