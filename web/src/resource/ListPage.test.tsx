import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { ListPage } from './ListPage';
import { box, crates } from './testCrates';

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ displayName: 'Ada', isAdmin: true }) }));

it('keeps search, sort and filter in the address', async () => {
  const calls = serve({ 'GET /crate': () => listOf([box], 60) });
  const { user, router } = renderAt(crates.paths.list(), <ListPage resource={crates} />);
  await screen.findByText('60 crates');

  await user.type(screen.getByRole('searchbox'), 'ac');
  await waitFor(() => expect(calls.at(-1)?.query.get('Search')).toBe('ac'));
  await user.click(screen.getByRole('button', { name: 'Active' }));
  await user.selectOptions(screen.getByLabelText('Sort'), 'Newest first');
  expect(router.state.location.search).toBe('?search=ac&removed=exclude&sort=-createdAt');
  await waitFor(() =>
    expect(Object.fromEntries(calls.at(-1)?.query ?? [])).toEqual({
      PageNumber: '1',
      PageSize: '24',
      Include: 'figures',
      Search: 'ac',
      SortBy: 'createdAt',
      SortDescending: 'true',
      Removed: 'exclude',
    }),
  );
});

it('names a search that nothing matches, and offers to clear it', async () => {
  serve({ 'GET /crate': ({ query }: { query: URLSearchParams }) => listOf(query.has('Search') ? [] : [box]) });
  const { user } = renderAt(`${crates.paths.list()}?search=zzz`, <ListPage resource={crates} />);
  const empty = (await screen.findByText('No crate matches “zzz”')).parentElement as HTMLElement;
  expect(screen.queryByText(/filters together/)).toBeNull();
  await user.click(within(empty).getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByRole('link', { name: /Box/ })).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

it('speaks of filters where some are set', async () => {
  serve({ 'GET /crate': () => listOf([]) });
  const { router } = renderAt(`${crates.paths.list()}?removed=only`, <ListPage resource={crates} />);
  expect(await screen.findByText('No crate matches')).toBeVisible();
  expect(screen.getByText('Nothing fits the filters.')).toBeVisible();
  await act(() => router.navigate(`${crates.paths.list()}?search=zzz&removed=only`));
  expect(await screen.findByText('No crate matches “zzz”')).toBeVisible();
  expect(screen.getByText('Nothing fits the search and the filters together.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Clear filters' })).toBeVisible();
});

it('clears what was typed a moment ago together with the filters', async () => {
  serve({ 'GET /crate': ({ query }: { query: URLSearchParams }) => listOf(query.has('Removed') ? [] : [box]) });
  const { router } = renderAt(`${crates.paths.list()}?removed=only`, <ListPage resource={crates} />);
  const clear = await screen.findByRole('button', { name: 'Clear filters' });
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } });
  fireEvent.click(clear);
  expect(screen.getByRole('searchbox')).toHaveValue('');
  // Longer than the pause after which a search is made.
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(router.state.location.search).toBe('');
});

it('can be refreshed after a failure', async () => {
  let fails = true;
  serve({ 'GET /crate': () => (fails ? Response.json({}, { status: 503 }) : listOf([box])) });
  const { user } = renderAt(crates.paths.list(), <ListPage resource={crates} />);
  const refresh = await screen.findByRole('button', { name: 'An Error Occurred! Click Here To Refresh.' });
  fails = false;
  await user.click(refresh);
  expect(await screen.findByRole('link', { name: /Box/ })).toBeVisible();
});
