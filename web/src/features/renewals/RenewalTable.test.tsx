import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import { RenewalTable } from './RenewalTable';

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ isAdmin: false, isClient: true }) }));

const shown = [{ name: 'monthlyPrice' }, { name: 'monthlyCost' }, { name: 'margin' }];

it.each([
  ['all', '$100.00$60.00$40.00 40.0 %'],
  ['some', '$100.00$60.00 costs you seeSome costs are hidden'],
  ['unknown', '$100.00$60.00 costs you seeSome costs may be hidden'],
] as const)('sums up costs of which %s are seen', (costs, sums) => {
  serve({ 'GET /field': [] });
  renderAt(
    '/renewals',
    <RenewalTable
      rows={[]}
      totals={{ count: 2, price: 1200, cost: 720, monthlyPrice: 100, monthlyCost: 60 }}
      shown={shown}
      costs={costs}
      sort=""
      onSort={() => {}}
      at=""
      selection={undefined}
      first={0}
    />,
  );
  expect(screen.getAllByRole('row').at(-1)).toHaveTextContent(sums);
  expect(screen.getByRole('columnheader', { name: 'Margin a month' })).toBeVisible();
});
