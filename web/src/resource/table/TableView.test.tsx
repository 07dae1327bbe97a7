import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ListPage } from '@/resource/ListPage';
import { box, crates } from '@/resource/testCrates';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';

const account = { displayName: 'Ada', isAdmin: true };
vi.mock('@/session/useAccount', () => ({ useAccount: () => account }));

const figures = {
  projects: 2,
  running: 9,
  monthlyPrice: 74.51,
  monthlyCost: 80,
  margin: -5.49,
  nextEndAt: '2027-01-05T23:59:59Z',
  owners: [{ email: 'ann@example.com', displayName: 'Ann' }],
};

beforeEach(() => {
  account.isAdmin = true;
  localStorage.clear();
  // Without a layout nothing is in sight.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

const total = 30;

function show(query = '?view=table') {
  const calls = serve({
    'GET /crate': ({ query: asked }: { query: URLSearchParams }) => {
      const first = (Number(asked.get('PageNumber')) - 1) * 24;
      const rows = Array.from({ length: Math.min(24, total - first) }, (_, index) => ({
        ...box,
        id: `c${first + index}`,
        name: `Crate ${first + index}`,
        figures,
      }));
      return listOf(rows, total);
    },
  });
  return { calls, ...renderAt(`${crates.paths.list()}${query}`, <ListPage resource={crates} />) };
}

const grid = () => screen.findByRole('grid', { name: 'Crates' });
const headers = async () =>
  [...(await grid()).querySelectorAll('[role=columnheader]:not([data-column="-1"])')].map(
    ({ textContent }) => textContent,
  );

it('shows the fields and figures of the records, and asks for figures', async () => {
  const { calls } = show();
  await screen.findByText('Crate 0');
  expect(calls.at(-1)?.query.get('Include')).toBe('figures');
  expect((await headers()).slice(0, 6)).toEqual([
    'Name',
    'Projects',
    'Running',
    'Price a month',
    'Cost a month',
    'Margin a month',
  ]);
  const row = screen.getByText('Crate 0').closest('[role=row]');
  expect(row).toHaveTextContent('Crate 029$74.51$80.00-$5.49 -7.4 %5 Jan 2027Ann');
  expect(await grid()).toHaveAttribute('aria-rowcount', String(total + 2));
  expect(screen.getAllByText('30 crates')).toHaveLength(2);
});

it('says why there is no sum of costs where some are hidden', async () => {
  const crate = { ...box, id: 'c0', name: 'Crate 0', figures };
  serve({
    'GET /crate': () => {
      const answer = listOf([crate]);
      answer.headers.set('Totals', JSON.stringify({ monthlyPrice: 74.51, monthlyCost: null }));
      return answer;
    },
  });
  renderAt(`${crates.paths.list()}?view=table`, <ListPage resource={crates} />);
  await screen.findByText('Crate 0');
  // Of the cost and of the margin.
  expect(await screen.findAllByText('Some costs are hidden')).toHaveLength(2);
});

it.each([
  ['sums up the margins of a moderator who sees every cost', 80, 2, '$80.00-$5.49'],
  ['says what sums leave out where a cost is hidden', null, 2, '$80.00 costs you seeSome costs are hidden'],
  ['says what sums may leave out where not all rows are read', 80, 99, '$80.00 costs you seeSome costs may be hidden'],
])('%s', async (_, monthlyCost, count, sum) => {
  account.isAdmin = false;
  serve({
    'GET /crate': () => {
      const rows = [
        { ...box, id: 'c0', name: 'Crate 0', figures: { ...figures, running: 0, margin: 0 } },
        { ...box, id: 'c1', name: 'Crate 1', figures: { ...figures, monthlyCost, margin: null } },
      ];
      const answer = listOf(rows, count);
      answer.headers.set('Totals', JSON.stringify({ monthlyPrice: 74.51, monthlyCost: 80 }));
      return answer;
    },
  });
  renderAt(`${crates.paths.list()}?view=table`, <ListPage resource={crates} />);
  await screen.findByText('Crate 1');
  const isOfTable = (element: Element) => element.closest('[role=row]');
  expect(screen.getAllByText(`${count} crates`).map(isOfTable).find(Boolean)).toHaveTextContent(sum);
});

it('sorts by a header, money from the highest first', async () => {
  const { user, router } = show();
  await user.click(await screen.findByRole('button', { name: 'Price a month' }));
  expect(router.state.location.search).toContain('sort=-monthlyPrice');
  await user.click(screen.getByRole('button', { name: 'Price a month' }));
  expect(router.state.location.search).toContain('sort=monthlyPrice');
  expect(screen.getByRole('columnheader', { name: 'Price a month' })).toHaveAttribute('aria-sort', 'ascending');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(router.state.location.search).toContain('sort=name');
  expect(screen.queryByRole('button', { name: 'Owners' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  expect(await screen.findByRole('link', { name: 'What is Margin a month?' })).toHaveAttribute(
    'href',
    expect.stringMatching(/figures#cost-and-margin-a-month$/),
  );
});

it('remembers the view and the columns of a list, and puts them into the address', async () => {
  const { user, router } = show('');
  const [table] = await screen.findAllByRole('button', { name: 'Table' });
  if (table) await user.click(table);
  await grid();
  expect(router.state.location.search).toBe('?view=table');
  (await screen.findByRole('columnheader', { name: 'Projects' })).focus();
  await user.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
  await waitFor(async () => expect((await headers()).slice(0, 3)).toEqual(['Name', 'Running', 'Projects']));
  const { search } = router.state.location;

  cleanup();
  const again = show('');
  await grid();
  await waitFor(() => expect(again.router.state.location.search).toBe(search));
});

it('goes from cell to cell and from row to row by keys, and opens a record', async () => {
  const { user, router } = show();
  await screen.findByText('Crate 0');
  const focused = () => [
    document.activeElement?.getAttribute('data-row'),
    document.activeElement?.getAttribute('data-column'),
  ];
  document.querySelector<HTMLElement>('[data-row="0"][data-column="0"]')?.focus();
  for (const [key, cell] of [
    ['{ArrowDown}', ['1', '0']],
    ['{ArrowRight}', ['1', '1']],
    ['{ArrowUp}', ['0', '1']],
    ['{ArrowUp}', ['-1', '1']],
    ['{ArrowLeft}', ['-1', '0']],
    ['{End}', [String(total - 1), '0']],
    ['{Home}', ['0', '0']],
  ] as const) {
    await user.keyboard(key);
    expect(focused(), key).toEqual(cell);
  }
  await user.keyboard('{ArrowDown}{Enter}');
  expect(router.state.location.pathname).toBe(crates.paths.details('c1'));
});

it('sets the width of a column by the keyboard', async () => {
  const { user, router } = show();
  await screen.findByText('Crate 0');
  screen.getByRole('columnheader', { name: 'Owners' }).focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(new URLSearchParams(router.state.location.search).get('columns')).toContain('owners:196');
});
